import { ToolError } from "../errors.ts";
import { type Caller, callerOf, mayBeOn } from "./caller.ts";
import { command } from "./control/quote.ts";
import { rows } from "./listing.ts";
import { isNamed } from "./name.ts";
import type { Server } from "./server.ts";
import { resolvePane } from "./target.ts";
import type { Tmux } from "./tmux.ts";
import { type Within, within } from "./within.ts";

/** What a call points at, as its arguments say it. */
interface Aimed {
  readonly socket: string | undefined;
  readonly pane: readonly string[];
  readonly window: string | undefined;
  readonly windowIndex: string | undefined;
  readonly session: string | undefined;
  readonly sessionName: string | undefined;
  /** True when the target goes away, so that being inside it counts; else only our very pane does. */
  readonly kills: boolean;
}

/** What does not exist is not ours; the tool itself says so in its own words. */
const ABSENT = new Set(["PaneNotFound", "TmuxObjectDoesNotExist", "TmuxServerNotRunning"]);

/** Says in words which of our own places a call is about to change, or nothing when it is none of them. */
export function oursIn(
  tmux: () => Promise<Tmux>,
  environment: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
): (aimed: Aimed) => Promise<string | undefined> {
  const caller = callerOf(environment);
  return async (aimed) => {
    if (!caller) return undefined;
    const server = (await tmux()).server(aimed.socket);
    if (!mayBeOn(caller, server)) return undefined;
    try {
      return await (aimed.kills ? killed : touched)(caller, server, aimed, within(timeoutMs));
    } catch (error) {
      if (error instanceof ToolError && ABSENT.has(error.errorType)) return undefined;
      throw error;
    }
  };
}

async function touched(
  { paneId }: Caller,
  server: Server,
  aimed: Aimed,
  limit: Within,
): Promise<string | undefined> {
  const panes = await aimedAt(server, aimed, limit);
  return samePane(paneId, panes) ?? (await inStep(server, paneId, panes, limit));
}

async function aimedAt(server: Server, aimed: Aimed, limit: Within): Promise<readonly string[]> {
  const { pane, window, windowIndex, session, sessionName } = aimed;
  if (pane.length > 0 || !(window || windowIndex || session || sessionName)) return pane;
  const target = {
    window_id: window,
    window_index: windowIndex,
    session_id: session,
    session_name: sessionName,
  };
  return [(await resolvePane(server, target, limit)).paneId];
}

/** In a window whose panes are synchronised, what is typed into one of them is typed into ours as well. */
async function inStep(
  server: Server,
  own: string | undefined,
  panes: readonly string[],
  limit: Within,
): Promise<string | undefined> {
  if (own === undefined || panes.length === 0) return undefined;
  const beside = await rows(
    server,
    command("list-panes", "-t", own),
    ["pane_id", "pane_synchronized"],
    limit,
  );
  const together = new Set(beside.filter((row) => row.pane_synchronized === "1").map((row) => row.pane_id));
  return together.has(own) && panes.some((id) => together.has(id))
    ? `the pane termgate runs in (${own}), which its window keeps in step with the one named`
    : undefined;
}

async function killed(
  { paneId }: Caller,
  server: Server,
  aimed: Aimed,
  limit: Within,
): Promise<string | undefined> {
  const { pane, window, session, sessionName } = aimed;
  if (pane.length > 0) return samePane(paneId, pane);
  if (!window && !session && !sessionName) return "the tmux server termgate runs on";
  const fields = ["pane_id", "window_id", "session_id", "session_name"] as const;
  const own = (await rows(server, "list-panes -a", fields, limit)).filter((row) => row.pane_id === paneId);
  if (window)
    return own.some((row) => row.window_id === window)
      ? `the window termgate runs in (${window})`
      : undefined;
  const inside = own.some((row) =>
    session ? row.session_id === session : isNamed(row.session_name, sessionName ?? ""),
  );
  return inside ? "the session termgate runs in" : undefined;
}

function samePane(own: string | undefined, panes: readonly string[]): string | undefined {
  return own !== undefined && panes.includes(own) ? `the pane termgate runs in (${own})` : undefined;
}
