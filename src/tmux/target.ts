import { ToolError } from "../errors.ts";
import { isAnchor } from "./anchor.ts";
import { listPanes, listSessions, listWindows, paneFields, panesOf, rows } from "./listing.ts";
import { isNamed } from "./name.ts";
import type { Server } from "./server.ts";
import type { Within } from "./within.ts";

type Maybe = string | null | undefined;

/** How a call names what it means. Ids win over names and indexes. */
export interface SessionTarget {
  readonly session_id?: Maybe;
  readonly session_name?: Maybe;
}

export interface WindowTarget extends SessionTarget {
  readonly window_id?: Maybe;
  readonly window_index?: Maybe;
}

export interface PaneTarget extends WindowTarget {
  readonly pane_id?: Maybe;
}

/** One pane and where it was found; `target` names it to tmux in that very session. */
export interface Place {
  readonly sessionId: string;
  readonly sessionName: string;
  readonly windowId: string;
  readonly paneId: string;
  readonly panePid: number;
  readonly target: string;
}

const PLACE = ["session_id", "session_name", "window_id", "window_index", "pane_active", "pane_pid"] as const;
type Row = Record<(typeof PLACE)[number] | "pane_id", string>;

/** The session meant; the first one listed when nothing is named. */
export async function resolveSession(
  server: Server,
  target: SessionTarget,
  limit: Within,
): Promise<{ id: string; name: string }> {
  if (target.session_id) server.namesIds(limit);
  const sessions = await rows(server, "list-sessions", ["session_id", "session_name"], limit);
  const found = target.session_id
    ? sessions.find((row) => row.session_id === target.session_id)
    : target.session_name
      ? named(sessions, target.session_name)
      : sessions[0];
  if (found) return { id: found.session_id, name: found.session_name };
  throw await missing(server, "session", limit);
}

/** The window meant, with its active pane; the first window of the session when only that is named. */
export async function resolveWindow(server: Server, target: WindowTarget, limit: Within): Promise<Place> {
  if (target.window_id || target.session_id) server.namesIds(limit);
  const panes = await rows(server, "list-panes -a", ["pane_id", ...PLACE], limit);
  const window = windowOf(panes, target);
  if (!window) throw await missing(server, absent(panes, target), limit);
  const active = panes.find((row) => sameWindow(row, window) && row.pane_active === "1") ?? window;
  return place(active);
}

/** The pane meant; the first pane of the window when only that is named. */
export async function resolvePane(server: Server, target: PaneTarget, limit: Within): Promise<Place> {
  if (target.pane_id || target.window_id || target.session_id) server.namesIds(limit);
  const direct = await byId(server, target, limit);
  if (direct) return remembered(server, place(direct));
  const panes = await rows(server, "list-panes -a", ["pane_id", ...PLACE], limit);
  const found = target.pane_id
    ? (members(panes, target).find((row) => row.pane_id === target.pane_id) ??
      panes.find((row) => row.pane_id === target.pane_id))
    : windowOf(panes, target);
  if (!found) throw await missing(server, absent(panes, target), limit);
  return remembered(server, place(found));
}

/** Where panes were last found. While we watch one its id alone finds it in our own session, not in the person's. */
const places = new WeakMap<Server, Map<string, Place>>();
const MOST_PLACES = 1_000;

/** Listed, because a pane that is asked for where it no longer is may be told as if it still were. */
async function whereItWas(server: Server, paneId: string, limit: Within): Promise<Row | undefined> {
  const known = places.get(server)?.get(paneId);
  if (!known) return undefined;
  const panes = await rows(server, panesOf(known), ["pane_id", ...PLACE], limit).catch((error: unknown) => {
    if (error instanceof ToolError && error.errorType === "TmuxObjectDoesNotExist") return [];
    throw error;
  });
  return panes.find(({ pane_id }) => pane_id === paneId);
}

function remembered(server: Server, found: Place): Place {
  const known = places.get(server) ?? new Map<string, Place>();
  places.set(server, known);
  known.delete(found.paneId);
  known.set(found.paneId, found);
  const [oldest] = known.keys();
  if (known.size > MOST_PLACES && oldest !== undefined) known.delete(oldest);
  return found;
}

/** One pane by its id costs one pane's fields, however many there are. */
async function byId(server: Server, target: PaneTarget, limit: Within): Promise<Row | undefined> {
  const pane_id = idAlone(target);
  if (pane_id === undefined) return undefined;
  const row =
    (await whereItWas(server, pane_id, limit)) ??
    (await paneFields(server, pane_id, { fields: PLACE }, limit));
  // tmux may find it through a hidden session it is linked to; the list then knows the real one.
  return row && !isAnchor(row.session_name) ? row : undefined;
}

/** The id of a pane that needs no session to be found. */
function idAlone({ pane_id, session_id, session_name }: PaneTarget): string | undefined {
  return pane_id && !session_id && !session_name && /^%\d+$/.test(pane_id) ? pane_id : undefined;
}

/**
 * What `read` makes of the pane meant. Named by its id, a pane is read while it is still looked up: both questions reach
 * tmux together, and the answer counts once it is known that the pane is one that may be read.
 */
export async function readingPane<T>(
  server: Server,
  target: PaneTarget,
  limit: Within,
  read: (paneId: string) => Promise<T>,
): Promise<T> {
  const named = idAlone(target);
  if (named === undefined) return read((await resolvePane(server, target, limit)).paneId);
  server.namesIds(limit);
  const found = resolvePane(server, target, limit);
  const early = read(named);
  early.catch(() => {});
  await found;
  return early;
}

/** For tools that type or change: naming nothing is a mistake, never the first pane. */
export async function requirePane(server: Server, target: PaneTarget, limit: Within): Promise<Place> {
  await requireTarget(server, target, limit);
  return resolvePane(server, target, limit);
}

export async function requireTarget(server: Server, target: PaneTarget, limit: Within): Promise<void> {
  const { pane_id, window_id, window_index, session_id, session_name } = target;
  if (pane_id || window_id || window_index || session_id || session_name) return;
  const panes = await listed(server, "pane", limit);
  throw new ToolError("TargetRequired", `Name the pane this is for. Panes: ${panes}.`, {
    suggestion: "Pass pane_id; list_panes shows what each pane runs.",
  });
}

export async function missing(
  server: Server,
  kind: "session" | "window" | "pane",
  limit: Within,
): Promise<ToolError> {
  const found = await listed(server, kind, limit);
  return new ToolError(
    kind === "pane" ? "PaneNotFound" : "TmuxObjectDoesNotExist",
    `There is no such ${kind}. ${capital(kind)}s: ${found}.`,
    {
      suggestion:
        kind === "pane"
          ? "list_panes shows the panes that exist."
          : "list_sessions, list_windows and list_panes show what exists.",
    },
  );
}

async function listed(server: Server, kind: "session" | "window" | "pane", limit: Within): Promise<string> {
  const names = {
    session: async () =>
      (await listSessions(server, limit)).map((row) => `${row.session_id} (${row.session_name})`),
    window: async () =>
      (await listWindows(server, {}, limit)).map(
        (row) => `${row.window_id} (${row.session_name}:${row.window_index} ${row.window_name})`,
      ),
    pane: async () =>
      (await listPanes(server, {}, limit)).map((row) => `${row.pane_id} (${row.pane_current_command})`),
  };
  const all = [...new Set(await names[kind]())];
  const shown = all.slice(0, 20).join(", ") || "none";
  return all.length > 20 ? `${shown} and ${all.length - 20} more` : shown;
}

/** Which of the things a call named is not there. */
function absent(panes: readonly Row[], target: PaneTarget): "session" | "window" | "pane" {
  if (target.pane_id) return "pane";
  if (target.window_id) return "window";
  return members(panes, target).length === 0 ? "session" : "window";
}

/** The session with this very name, or else the one whose name tmux spells so. */
function named<R extends { readonly session_name: string }>(rows: readonly R[], name: string): R | undefined {
  return rows.find((row) => row.session_name === name) ?? rows.find((row) => isNamed(row.session_name, name));
}

function windowOf(panes: readonly Row[], target: WindowTarget): Row | undefined {
  const { window_id, window_index } = target;
  const inside = members(panes, target);
  if (window_id)
    return (
      inside.find((row) => row.window_id === window_id) ?? panes.find((row) => row.window_id === window_id)
    );
  const session = inside[0]?.session_id;
  const ofSession = inside.filter((row) => row.session_id === session);
  return window_index ? ofSession.find((row) => row.window_index === window_index) : ofSession[0];
}

/** The panes of the session meant; all of them when none is named. */
function members(panes: readonly Row[], { session_id, session_name }: SessionTarget): readonly Row[] {
  if (!session_id && !session_name) return panes;
  const id = session_id || named(panes, session_name ?? "")?.session_id;
  return panes.filter((row) => row.session_id === id);
}

function sameWindow(a: Row, b: Row): boolean {
  return a.session_id === b.session_id && a.window_id === b.window_id;
}

function place(row: Row): Place {
  const { session_id, session_name, window_id, pane_id, pane_pid } = row;
  return {
    sessionId: session_id,
    sessionName: session_name,
    windowId: window_id,
    paneId: pane_id,
    panePid: Number(pane_pid),
    target: `${session_id}:${window_id}.${pane_id}`,
  };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
