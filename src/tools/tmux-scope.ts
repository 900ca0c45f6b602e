import { ToolError } from "../errors.ts";
import type { OptionPlace, OptionScope } from "../tmux/options.ts";
import type { Server } from "../tmux/server.ts";
import { resolvePane, resolveSession, resolveWindow } from "../tmux/target.ts";
import type { Within } from "../tmux/within.ts";
import { sessionTarget } from "./tmux-target.ts";

interface Asked {
  readonly scope?: OptionScope | undefined;
  readonly target?: string | undefined;
  readonly global_: boolean;
}

/** Where an option is meant. Left open, it is the first session, window or pane, never the hidden one of our client. */
export async function scopePlace(
  server: Server,
  { scope, target, global_ }: Asked,
  limit: Within,
): Promise<OptionPlace> {
  if (target && !scope)
    throw new ToolError("ExpectedToolError", "A target needs a scope.", {
      suggestion: "Pass scope: session, window or pane.",
    });
  const place = { scope, global: global_ };
  if (scope === "server" || (global_ && !target)) return place;
  return { ...place, target: await idOf(server, scope, target, limit) };
}

async function idOf(
  server: Server,
  scope: OptionScope | undefined,
  target: string | undefined,
  limit: Within,
): Promise<string> {
  if (scope === "session") return (await resolveSession(server, sessionTarget(target ?? ""), limit)).id;
  if (scope === "window") return (await resolveWindow(server, { window_id: target }, limit)).windowId;
  return (await resolvePane(server, { pane_id: target }, limit)).paneId;
}
