import { basename } from "node:path";
import { type Environment, real, socketPath } from "./socket.ts";
import type { Server } from "./server.ts";
import { rows } from "./listing.ts";
import type { Within } from "./within.ts";

/** The pane termgate itself runs in, as tmux told it. */
export interface Caller {
  readonly socketPath: string | undefined;
  readonly serverPid: string | undefined;
  readonly paneId: string | undefined;
}

/** What a call is about to change. Without ids it is the server as a whole. */
export interface Touched {
  readonly paneId?: string | undefined;
  readonly windowId?: string | undefined;
  readonly sessionId?: string | undefined;
}

export function callerOf(environment: Environment): Caller | undefined {
  const { TMUX: tmux, TMUX_PANE: paneId } = environment;
  if (!tmux && !paneId) return undefined;
  const [path, serverPid] = (tmux ?? "").split(",");
  return { socketPath: path || undefined, serverPid: serverPid || undefined, paneId: paneId || undefined };
}

/** For each pane of a server: null outside tmux, true only for our own pane on that very server. */
export function isCaller(caller: Caller | undefined, server: Server): (paneId: string) => boolean | null {
  const pane = caller?.paneId;
  if (!caller || !pane) return () => null;
  const here = caller.socketPath !== undefined && real(caller.socketPath) === real(server.path);
  return (paneId) => here && paneId === pane;
}

/** Doubt counts as yes: better to refuse one call too many than to end ourselves. */
export function mayBeOn(caller: Caller | undefined, server: Server): boolean {
  if (!caller) return false;
  if (caller.socketPath === undefined) return caller.paneId !== undefined;
  if (real(caller.socketPath) === real(server.path)) return true;
  const { socket, environment } = server.options;
  const name = "name" in socket ? socket.name : basename(socketPath(socket, environment));
  return "name" in socket && basename(caller.socketPath) === name;
}

/** Tells in a sentence why `touched` is our own place, or nothing when it is not. */
export async function owns(
  caller: Caller | undefined,
  server: Server,
  touched: Touched,
  limit: Within,
): Promise<string | undefined> {
  if (!caller || !mayBeOn(caller, server)) return undefined;
  const { paneId, windowId, sessionId } = touched;
  if (!paneId && !windowId && !sessionId) return "termgate runs on this tmux server.";
  if (!caller.paneId) return undefined;
  if (paneId) return paneId === caller.paneId ? `${paneId} is the pane termgate runs in.` : undefined;
  const places = await rows(server, "list-panes -a", ["session_id", "window_id", "pane_id"], limit);
  const own = places.filter((row) => row.pane_id === caller.paneId);
  if (windowId && own.some((row) => row.window_id === windowId))
    return `${windowId} is the window termgate runs in.`;
  if (sessionId && own.some((row) => row.session_id === sessionId))
    return `${sessionId} is the session termgate runs in.`;
  return undefined;
}
