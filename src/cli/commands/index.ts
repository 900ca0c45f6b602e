// Written by `npm run gen` from the files beside it. Do not edit.
import type { Command } from "../command.ts";

/** Every command by name, loaded when it is asked for. */
export const COMMANDS: Readonly<Record<string, () => Promise<{ readonly default: Command }>>> = {
  audit: () => import("./audit.ts"),
  doctor: () => import("./doctor.ts"),
  http: () => import("./http.ts"),
  install: () => import("./install.ts"),
  stdio: () => import("./stdio.ts"),
  token: () => import("./token.ts"),
  tools: () => import("./tools.ts"),
};
