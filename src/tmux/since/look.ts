import { ToolError } from "../../errors.ts";
import { captureCommand, linesOf } from "../capture.ts";
import { records } from "../records.ts";
import type { Server } from "../server.ts";
import { missing } from "../target.ts";
import { deadPane } from "../wait/entry.ts";
import type { Within } from "../within.ts";
import { firstRow, matches, type Rows, surest } from "./align.ts";
import type { Position, RowHash } from "./cursor.ts";

const STATE = [
  "pane_id",
  "pane_pid",
  "pane_dead",
  "history_size",
  "history_limit",
  "cursor_y",
  "pane_width",
  "pane_height",
  "alternate_on",
  "alternate_saved_y",
  "window_activity",
] as const;

/** A pane at one moment. */
export interface Seen {
  readonly pid: string;
  readonly historySize: number;
  readonly limit: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
  /** The second of the window's last output, and whether it was over: then the next output has another. */
  readonly active: number;
  readonly over: boolean;
  readonly rows: Rows;
  /** The screen of a program that covers the pane. */
  readonly cover: readonly string[] | undefined;
}

/** State and rows of one moment, from `start` on (0 is the top of the screen) to the bottom. */
export async function look(
  server: Server,
  paneId: string,
  start: number | "-",
  limit: Within,
): Promise<Seen> {
  return (await lookAlso(server, paneId, { start, also: [], limit }))[0];
}

/** The same, with more captures of that very moment. */
async function lookAlso(
  server: Server,
  paneId: string,
  asked: { readonly start: number | "-"; readonly also: readonly string[]; readonly limit: Within },
): Promise<[Seen, ...string[]]> {
  const { start, also, limit } = asked;
  const [state, body = "", saved = "", ...rest] = await moment(server, paneId, {
    // The second is quietly nothing when no program covers the screen.
    captures: [captureCommand(paneId, { start, end: "-" }), `capture-pane -pqa -t ${paneId}`, ...also],
    limit,
  });
  const height = Number(state.pane_height);
  const alternate = state.alternate_on === "1";
  const lines = linesOf(body);
  const historySize = Number(state.history_size);
  const below = alternate ? linesOf(saved).slice(0, height) : lines.slice(-height);
  const first = start === "-" ? 0 : Math.max(0, historySize + start);
  const seen: Seen = {
    ...facts(state),
    row: Number(alternate ? state.alternate_saved_y : state.cursor_y),
    rows: { first, lines: [...lines.slice(0, -height), ...below] },
    cover: alternate ? lines.slice(-height) : undefined,
  };
  return [seen, ...rest];
}

type State = Record<(typeof STATE)[number], string> & { readonly asked: number };

export function facts(state: State): Omit<Seen, "rows" | "cover"> {
  const active = Number(state.window_activity);
  return {
    pid: state.pane_pid,
    historySize: Number(state.history_size),
    limit: Number(state.history_limit),
    row: Number(state.cursor_y),
    width: Number(state.pane_width),
    height: Number(state.pane_height),
    active,
    over: active < Math.floor(state.asked / 1_000),
  };
}

export async function moment(
  server: Server,
  paneId: string,
  { captures, limit }: { readonly captures: readonly string[]; readonly limit: Within },
): Promise<[State, ...string[]]> {
  const asked = records(STATE);
  const now = Date.now();
  const [told = "", ...bodies] = await server
    .read([`display-message -p -t ${paneId} ${asked.format}`, ...captures], limit)
    .catch(async (error: unknown) => {
      if (error instanceof ToolError && error.errorType === "PaneNotFound")
        throw await missing(server, "pane", limit);
      throw error;
    });
  const [row] = asked.read(told);
  if (!row || row.pane_id !== paneId) throw await missing(server, "pane", limit);
  if (row.pane_dead === "1") throw deadPane(paneId);
  return [{ ...row, asked: now }, ...bodies];
}

/** Rows that are enough to tell most places apart. */
const FEW = 4;

/**
 * Looks, and at a few rows of each place too: the places they do not rule out. Those rows have left the screen and cannot
 * change, so one difference is enough. No places are told when the history is not as long as was taken for granted.
 */
export async function sift(
  server: Server,
  paneId: string,
  asked: {
    readonly position: Position;
    readonly historySize: number;
    readonly start: number;
    readonly hash: RowHash;
    readonly places: readonly number[];
    readonly limit: Within;
  },
): Promise<{ readonly seen: Seen; readonly left: readonly number[] | undefined }> {
  const { position, historySize, start, hash, places, limit } = asked;
  const samples = places.map((shift) => {
    const first = firstRow(position) - shift;
    const top = Math.max(0, first);
    const settled = position.above - (top - first);
    // Where all that had left the screen was dropped, the rows that were on it are all there is to go by.
    const rows = settled > 0 ? Math.min(FEW, settled) : Math.max(1, first + position.hashes.length);
    return { shift, top, rows, skipped: top - first, settled: settled > 0 };
  });
  const also = samples.map(({ top, rows }) => {
    const from = top - historySize;
    return captureCommand(paneId, { start: from, end: from + rows - 1 });
  });
  const [seen, ...bodies] = await lookAlso(server, paneId, { start, also, limit });
  const { width, pid } = position;
  if (seen.historySize !== historySize || seen.width !== width || seen.pid !== pid || seen.cover)
    return { seen, left: undefined };
  const left = samples.filter(({ shift, top, rows, skipped, settled }, i) => {
    const lines = linesOf(bodies[i] ?? "").slice(0, rows);
    return settled
      ? lines.every((line, at) => hash(line) === position.hashes[skipped + at])
      : matches(position, { first: top, lines }, shift, hash);
  });
  return { seen, left: left.map(({ shift }) => shift) };
}

/** In a long history only the places that come into question are looked at; undefined when the pane moved meanwhile. */
export async function probe(
  server: Server,
  paneId: string,
  asked: {
    readonly position: Position;
    readonly seen: Seen;
    readonly hash: RowHash;
    readonly places: readonly number[];
    readonly limit: Within;
  },
): Promise<readonly number[] | undefined> {
  const { position, seen, hash, places, limit } = asked;
  const tops = places.map((shift) => Math.max(0, firstRow(position) - shift));
  const captures = places.map((shift, i) => {
    const start = (tops[i] ?? 0) - seen.historySize;
    const length = firstRow(position) - shift + position.hashes.length - (tops[i] ?? 0);
    return captureCommand(paneId, { start, end: start + Math.max(1, length) - 1 });
  });
  const [state, ...bodies] = await moment(server, paneId, { captures, limit });
  if (Number(state.history_size) !== seen.historySize || state.alternate_on === "1") return undefined;
  const found = places.filter((shift, i) =>
    matches(position, { first: tops[i] ?? 0, lines: linesOf(bodies[i] ?? "") }, shift, hash),
  );
  const rowsAt = (shift: number): Rows => {
    const i = places.indexOf(shift);
    return { first: tops[i] ?? 0, lines: linesOf(bodies[i] ?? "") };
  };
  return found.length > 0 ? surest(position, found, { rowsAt, end: seen.rows, hash }) : undefined;
}
