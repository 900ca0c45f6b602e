// Written by `npm run gen` from the files beside it. Do not edit.
import paneContent from "./pane-content.ts";
import pane from "./pane.ts";
import sessionWindows from "./session-windows.ts";
import session from "./session.ts";
import sessions from "./sessions.ts";
import window from "./window.ts";
import type { Resource } from "./resource.ts";

export const resources: readonly Resource[] = [paneContent, pane, sessionWindows, session, sessions, window];
