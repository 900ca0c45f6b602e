import { ToolError } from "../errors.ts";
import { run } from "../os/process.ts";
import { isAnchor } from "./anchor.ts";
import { clientEnvironment, serverArgs } from "./connect.ts";
import { command } from "./control/quote.ts";
import { PANE, paneInfo, SESSION, sessionInfo, WINDOW, windowInfo } from "./info.ts";
import type { PaneInfo, ServerInfo, SessionInfo, WindowInfo } from "./models.ts";
import { records } from "./records.ts";
import type { Server } from "./server.ts";
import { atMost, remaining, type Within } from "./within.ts";

/** Ids only: names are looked up before, so that no fuzzy matching of tmux is ever asked. */
export type Scope = { readonly sessionId?: string | undefined; readonly windowId?: string | undefined };

/** Rows of one list command for the fields that are needed, without the hidden sessions. */
export async function rows<const F extends string>(
  server: Server,
  list: string,
  fields: readonly F[],
  limit: Within,
): Promise<Record<F | "session_name", string>[]> {
  const asked = records<F | "session_name">(
    fields.includes("session_name" as F) ? fields : [...fields, "session_name"],
  );
  const [body = ""] = await server.read([`${list} -F ${asked.format}`], limit);
  return asked.read(body).filter((row) => !isAnchor(row.session_name));
}

/**
 * Some fields of one pane: the cost of one, however many there are. Nothing when there is no such pane, or not there:
 * `place` may name the session and window it is to be looked at in.
 */
export async function paneFields<const F extends string>(
  server: Server,
  paneId: string,
  { fields, place = paneId }: { readonly fields: readonly F[]; readonly place?: string },
  limit: Within,
): Promise<Record<F | "pane_id", string> | undefined> {
  const asked = records<F | "pane_id">(["pane_id", ...fields]);
  const [body = ""] = await server.read([`display-message -p -t '${place}' ${asked.format}`], limit);
  const [row] = asked.read(body);
  return row?.pane_id === paneId ? row : undefined;
}

export async function listSessions(server: Server, limit: Within): Promise<SessionInfo[]> {
  return (await orNone(rows(server, "list-sessions", SESSION, limit))).map(sessionInfo);
}

export async function listWindows(
  server: Server,
  scope: Pick<Scope, "sessionId">,
  limit: Within,
): Promise<WindowInfo[]> {
  const list =
    scope.sessionId === undefined ? "list-windows -a" : command("list-windows", "-t", scope.sessionId);
  return (await orNone(rows(server, list, WINDOW, limit))).map(windowInfo);
}

/** `isCaller` tells for each pane whether it is the one we run in; see caller.ts. */
export async function listPanes(
  server: Server,
  scope: Scope,
  limit: Within,
  isCaller: (paneId: string) => boolean | null = () => null,
): Promise<PaneInfo[]> {
  const found = await orNone(rows(server, panesOf(scope), PANE, limit));
  return found.map((row) => paneInfo(row, isCaller(row.pane_id)));
}

export function panesOf(scope: Scope): string {
  if (scope.windowId !== undefined)
    return command("list-panes", "-t", windowTarget(scope.windowId, scope.sessionId));
  return scope.sessionId === undefined ? "list-panes -a" : command("list-panes", "-s", "-t", scope.sessionId);
}

/** A window in the session it was found in: alone, its id may be taken in any session it is linked to. */
export function windowTarget(windowId: string, sessionId: string | undefined): string {
  return sessionId === undefined ? windowId : `${sessionId}:${windowId}`;
}

/** A server that is well answers in a few milliseconds; a stopped one keeps a list of all waiting no longer than this. */
const ANSWER_MS = 2_000;

/** What is known of a server. One that does not answer is as good as none. */
export async function serverInfo(server: Server, call: Within): Promise<ServerInfo> {
  const limit = atMost(call, ANSWER_MS);
  const { socket } = server.options;
  const asked = server.isOpen ? overOurClient(server, limit) : bySightAlone(server, limit);
  return {
    is_alive: false,
    socket_name: "name" in socket ? socket.name : null,
    socket_path: "path" in socket ? socket.path : null,
    session_count: 0,
    version: null,
    ...(await asked.catch(() => undefined)),
  };
}

type Alive = Pick<ServerInfo, "is_alive" | "session_count" | "version">;

async function overOurClient(server: Server, limit: Within): Promise<Alive> {
  const [{ version }, sessions] = await Promise.all([
    server.abilities(limit),
    rows(server, "list-sessions", [], limit),
  ]);
  return { is_alive: true, session_count: sessions.length, version };
}

/** Without opening a client: listing servers leaves no mark on them. */
async function bySightAlone(server: Server, limit: Within): Promise<Alive | undefined> {
  const { tmuxBin, environment } = server.options;
  const ask = [...serverArgs(server.options), "-N", "list-sessions", "-F", "#{version} #{session_name}"];
  const asked = await run(tmuxBin, ask, {
    env: clientEnvironment(environment),
    timeoutMs: Math.ceil(remaining(limit)) || 1,
    signal: limit.signal,
  });
  // A client that was ended for being late says that all is well.
  if (asked.code !== 0 || remaining(limit) === 0) return undefined;
  const lines = asked.stdout.split("\n").filter(Boolean);
  const sessions = lines.filter((line) => !isAnchor(line.slice(line.indexOf(" ") + 1)));
  return { is_alive: true, session_count: sessions.length, version: lines[0]?.split(" ")[0] ?? null };
}

/** A server that does not run has nothing to list. */
async function orNone<T>(found: Promise<T[]>): Promise<T[]> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ToolError && error.errorType === "TmuxServerNotRunning") return [];
    throw error;
  }
}
