import { setTimeout as delay } from "node:timers/promises";
import { ToolError } from "../../errors.ts";
import { captureCommand, linesOf, trimmed } from "../capture.ts";
import type { CaptureSinceResult } from "../models.ts";
import type { Server } from "../server.ts";
import { type PaneTarget, readingPane } from "../target.ts";
import { remaining, type Within } from "../within.ts";
import { align, difference, firstRow, locate, rewrap, shifts, unchanged } from "./align.ts";
import {
  decodeCursor,
  encodeCursor,
  type Key,
  type Position,
  type RowHash,
  rowHashes,
  serverMark,
} from "./cursor.ts";
import { type Caps, cut } from "./cut.ts";
import { facts, look, moment, probe, type Seen, sift } from "./look.ts";

export interface SinceOptions extends Caps {
  /** Of the last answer; left out at the beginning. */
  readonly cursor?: string | null | undefined;
  /** Which pane; with a cursor it may be left out. */
  readonly target?: PaneTarget | undefined;
  readonly key: Key;
}

/** Rows above the screen that are remembered and brought. */
const ABOVE = 32;
const SLACK = 64;
/** A history up to this many rows is brought as a whole when it must be searched. */
const SMALL_HISTORY = 5_000;

/** What a pane printed since the last call, and the cursor for the next one. */
export async function captureSince(
  server: Server,
  options: SinceOptions,
  limit: Within,
): Promise<CaptureSinceResult> {
  const started = performance.now();
  for (const cap of [options.maxLines, options.maxBytes]) {
    if (cap !== null && cap !== undefined && cap <= 0)
      throw new ToolError("ExpectedToolError", "A limit must be above zero.", {
        suggestion: "Pass null for no limit.",
      });
  }
  const { key } = options;
  const hash = rowHashes(key);
  const position = options.cursor ? decodeCursor(options.cursor, key) : undefined;
  const mark = serverMark((await server.identity(limit)).key);
  const target = options.target && Object.values(options.target).some(Boolean) ? options.target : undefined;
  const read = () =>
    position
      ? onward(server, position, mark, { target, hash, limit })
      : readingPane(server, target ?? {}, limit, (id) => begun(server, id, limit));
  let { paneId, lines, missed, seen } = await read();
  let next = remember(seen, { paneId, server: mark, hash });
  if (isLabile(next) && (await nextSecond(limit))) {
    ({ paneId, lines, missed, seen } = await read());
    next = remember(seen, { paneId, server: mark, hash });
  }
  const whole = [...trimmed(lines), ...covered(seen, position, hash)];
  return {
    pane_id: paneId,
    cursor: encodeCursor(next, key),
    ...cut(whole, options),
    lines_missed: missed,
    elapsed_seconds: Math.round(performance.now() - started) / 1_000,
  };
}

/**
 * Near the limit of a history of rows that repeat, whether something was printed shows in the clock alone, which counts
 * seconds: a cursor made in the very second of the last output could not tell, so it is made in the next.
 */
function isLabile(position: Position): boolean {
  const { quiet, hashes, historySize, limit } = position;
  const repeats = new Set(hashes).size * 2 <= hashes.length;
  return quiet === 0 && repeats && shifts(position, historySize, limit).length > 1;
}

/** Whether there was time to wait for it. */
async function nextSecond(limit: Within): Promise<boolean> {
  const left = 1_000 - (Date.now() % 1_000);
  if (remaining(limit) < 2 * left) return false;
  await delay(left, undefined, limit.signal && { signal: limit.signal });
  return true;
}

interface Read {
  readonly paneId: string;
  readonly lines: readonly string[];
  readonly missed: boolean;
  readonly seen: Seen;
}

async function begun(server: Server, paneId: string, limit: Within): Promise<Read> {
  const seen = await look(server, paneId, -ABOVE, limit);
  return { paneId, seen, missed: false, lines: visible(seen) };
}

async function onward(
  server: Server,
  position: Position,
  mark: string,
  {
    target,
    hash,
    limit,
  }: { readonly target: PaneTarget | undefined; readonly hash: RowHash; readonly limit: Within },
): Promise<Read> {
  if (position.server !== mark)
    throw foreign("This cursor belongs to another tmux server, or to one that has ended.");
  const { paneId } = position;
  const read = async (id: string): Promise<Read> => {
    if (id !== paneId) throw foreign("This cursor belongs to another pane.");
    return { paneId, ...(await changes(server, paneId, { position, hash, limit })) };
  };
  return target ? readingPane(server, target, limit, read) : read(paneId);
}

function foreign(message: string): ToolError {
  return new ToolError("CursorForeign", message, {
    suggestion: "Call without a cursor to begin with this pane.",
  });
}

async function changes(
  server: Server,
  paneId: string,
  { position, hash, limit }: { readonly position: Position; readonly hash: RowHash; readonly limit: Within },
): Promise<{ lines: string[]; missed: boolean; seen: Seen }> {
  let start: number | "-" = -position.above - SLACK;
  let narrowed: readonly number[] | undefined;
  // Near the limit of the history a few rows of each place are asked for at once; mostly nothing was printed since.
  const likely = shifts(position, position.historySize, position.limit);
  let asked =
    likely.length > 1
      ? await sift(server, paneId, {
          position,
          historySize: position.historySize,
          start,
          hash,
          places: likely,
          limit,
        })
      : undefined;
  for (;;) {
    let seen: Seen = asked?.seen ?? (await look(server, paneId, start, limit));
    if (seen.pid !== position.pid) {
      throw new ToolError(
        "PaneRespawned",
        `The program in ${paneId} was started anew since this cursor was made.`,
        { suggestion: "Call without a cursor to begin again." },
      );
    }
    if (seen.width !== position.width) return reflowed(server, paneId, { position, hash, limit });
    // Where rows repeat, only the clock tells a pane that printed nothing from one that printed the same again.
    const idle = seen.active === position.quiet && seen.historySize === position.historySize;
    if (idle && unchanged(position, seen.rows, hash)) return { seen, missed: false, lines: [] };
    const places: readonly number[] = narrowed ?? shifts(position, seen.historySize, seen.limit);
    let found = align(position, seen.rows, places, hash);
    if (found.kind === "unseen" && !narrowed && start !== "-") {
      // Mostly nothing was dropped, and a look at few rows elsewhere spares bringing the whole history.
      const { historySize } = seen;
      if (!asked?.left)
        asked = await sift(server, paneId, { position, historySize, start, hash, places, limit });
      const alone = asked.left?.length === 1 && align(position, asked.seen.rows, asked.left, hash);
      if (alone && alone.kind === "found") {
        found = alone;
        seen = asked.seen;
      }
    }
    asked = undefined;
    if (found.kind === "found")
      return { seen, missed: false, lines: difference(position, seen.rows, found.shift, hash) };
    const gap = { seen, missed: true, lines: visible(seen) };
    if (start === "-" || found.kind === "doubtful" || (found.kind === "lost" && !narrowed)) return gap;
    // More was printed than was brought; the next look reaches back far enough, or all the way.
    narrowed =
      places.length > 1 && !narrowed && seen.limit > SMALL_HISTORY
        ? await probe(server, paneId, { position, seen, hash, places, limit })
        : undefined;
    if (narrowed && narrowed.length > 1) return gap;
    const wanted: number = firstRow(position) - (narrowed?.[0] ?? 0) - seen.historySize - SLACK;
    start = (places.length > 1 && !narrowed) || wanted >= start ? "-" : wanted;
  }
}

/** A pane of another width holds the same lines in other rows: they are wrapped as they were, and looked for. */
async function reflowed(
  server: Server,
  paneId: string,
  { position, hash, limit }: { readonly position: Position; readonly hash: RowHash; readonly limit: Within },
): Promise<{ lines: string[]; missed: boolean; seen: Seen }> {
  const [state, joined = "", body = ""] = await moment(server, paneId, {
    captures: [
      captureCommand(paneId, { start: "-", end: "-", joinWrapped: true }),
      captureCommand(paneId, { start: -ABOVE, end: "-" }),
    ],
    limit,
  });
  const historySize = Number(state.history_size);
  const seen: Seen = {
    ...facts(state),
    rows: { first: Math.max(0, historySize - ABOVE), lines: linesOf(body) },
    cover: undefined,
  };
  if (state.alternate_on === "1") {
    const covered = await look(server, paneId, -ABOVE, limit);
    return { seen: covered, missed: true, lines: visible(covered) };
  }
  const rows = rewrap(linesOf(joined), position.width);
  const at = locate(position, rows, hash);
  if (at === undefined) return { seen, missed: true, lines: visible(seen) };
  const moved = { ...position, historySize: at + position.above };
  return { seen, missed: false, lines: difference(moved, { first: 0, lines: rows }, 0, hash) };
}

function remember(
  seen: Seen,
  { paneId, server, hash }: { readonly paneId: string; readonly server: string; readonly hash: RowHash },
): Position {
  const above = Math.min(ABOVE, seen.historySize - seen.rows.first, seen.historySize);
  const from = seen.historySize - above - seen.rows.first;
  const kept = seen.rows.lines.slice(from);
  const screen = Math.max(seen.row + 1, trimmed(kept.slice(above)).length);
  const known = kept.slice(0, above + screen);
  return {
    server,
    paneId,
    pid: seen.pid,
    historySize: seen.historySize,
    limit: seen.limit,
    width: seen.width,
    row: seen.row,
    filled: (known[above + seen.row] ?? "").length,
    above,
    quiet: seen.over ? seen.active : 0,
    cover: seen.cover ? hash(seen.cover.join("\n")) : "",
    hashes: known.map(hash),
  };
}

function visible(seen: Seen): string[] {
  return seen.rows.lines.slice(seen.historySize - seen.rows.first);
}

/** The screen of a program that covers the pane, unless it is the one already told. */
function covered(seen: Seen, position: Position | undefined, hash: RowHash): string[] {
  if (!seen.cover || position?.cover === hash(seen.cover.join("\n"))) return [];
  return trimmed(seen.cover);
}
