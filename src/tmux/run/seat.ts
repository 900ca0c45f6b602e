import { ToolError } from "../../errors.ts";
import { command as tmux } from "../control/quote.ts";
import { foreground } from "../foreground.ts";
import type { Server } from "../server.ts";
import type { Watched } from "../stream/watch.ts";
import type { Entry } from "../wait/entry.ts";
import type { Within } from "../within.ts";
import type { Spot } from "./script.ts";
import type { ReadyShell } from "./shell.ts";

/** A prompt where a command was typed before. The next one is likely to find it just so. */
export interface Seat extends Spot {
  readonly paneId: string;
  readonly windowId: string;
  readonly panePid: number;
  readonly shell: ReadyShell;
}

const seats = new WeakMap<Server, Map<string, Seat>>();
const MOST_SEATS = 200;
const MISSING = new Set(["PaneNotFound", "TmuxObjectDoesNotExist"]);

export function remembered(server: Server, paneId: string): Seat | undefined {
  return seats.get(server)?.get(paneId);
}

export function remember(server: Server, seat: Seat): void {
  const known = seats.get(server) ?? new Map<string, Seat>();
  seats.set(server, known);
  known.delete(seat.paneId);
  known.set(seat.paneId, seat);
  for (const id of known.keys()) {
    if (known.size <= MOST_SEATS) break;
    known.delete(id);
  }
}

export function forget(server: Server, paneId: string): void {
  seats.get(server)?.delete(paneId);
}

export function seatOf(entry: Entry, shell: ReadyShell): Seat {
  const { paneId, windowId, pid: panePid, cursorX: column, width, height } = entry;
  return { paneId, windowId, panePid, shell, column, width, height };
}

/** The kernel's word that the shell has the terminal and nothing it started is left in front. */
export function isFree({ panePid, shell }: Seat): boolean {
  const front = foreground(panePid);
  return shell.pid !== undefined && front?.pid === shell.pid && !front.forked;
}

/**
 * Types into the pane if it is still as it was: the look and the keys are one line to tmux, so nothing comes between.
 * Says whether it typed.
 */
export async function typeIfSame(
  seat: Seat,
  keys: readonly string[],
  watched: Watched,
  limit: Within,
): Promise<boolean> {
  const { paneId, windowId, panePid, column, width, height } = seat;
  const state =
    "#{window_id} #{pane_pid} #{cursor_x} #{pane_width} #{pane_height} #{pane_dead}#{pane_in_mode}#{alternate_on}";
  const same = `#{==:${state},${windowId} ${panePid} ${column} ${width} ${height} 000}`;
  const asked = [
    tmux("display-message", "-p", "-t", paneId, same),
    `${tmux("if-shell", "-F", "-t", paneId, same)} { ${keys.join(" ; ")} }`,
  ];
  try {
    const [answer = ""] = await watched.ask(asked, limit, { changes: true });
    return answer.trim() === "1";
  } catch (error) {
    // The window or the pane is not there any more, so nothing was typed.
    if (error instanceof ToolError && MISSING.has(error.errorType)) return false;
    throw error;
  }
}
