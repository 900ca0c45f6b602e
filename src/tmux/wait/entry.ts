import { ToolError } from "../../errors.ts";
import { captureCommand, linesOf } from "../capture.ts";
import { bare, foreground, isEditingShell, isRunning, promptOf } from "../foreground.ts";
import { records } from "../records.ts";
import type { Server } from "../server.ts";
import type { Onlooker, Watched } from "../stream/watch.ts";
import { missing, resolvePane } from "../target.ts";
import type { Within } from "../within.ts";

const STATE = [
  "pane_id",
  "pane_pid",
  "pane_dead",
  "pane_in_mode",
  "alternate_on",
  "cursor_x",
  "cursor_y",
  "pane_width",
  "pane_height",
  "pane_current_command",
] as const;

/** A pane at the moment a wait begins, and the stream of what comes after that moment. */
export interface Entry {
  readonly paneId: string;
  readonly windowId: string;
  readonly pid: number;
  readonly screen: readonly string[];
  readonly cursorX: number;
  readonly cursorY: number;
  readonly width: number;
  readonly height: number;
  readonly alternate: boolean;
  readonly inMode: boolean;
  /** The program that had the terminal. */
  readonly program: string;
  /** A shell draws its prompt: what shows up before the next line end is typed text. */
  readonly editing: boolean;
  /** The shell went on between the look and the kernel's word for it: which of the two `editing` is about is open. */
  readonly unsure: boolean;
  readonly watched: Watched;
}

/** Even the shortest wait gives tmux this long to say what it would wait for: being short is no proof of being stuck. */
const SHORTEST_ENTRY_MS = 1_000;

export function entryLimit(wait: Within): Within {
  return { ...wait, deadline: Math.max(wait.deadline, performance.now() + SHORTEST_ENTRY_MS) };
}

/** Joins the stream first and looks second, so that nothing falls between. */
export async function enter(
  server: Server,
  paneId: string,
  onlooker: Onlooker & { mark(): void },
  limit: Within,
): Promise<Entry> {
  const place = await resolvePane(server, { pane_id: paneId }, limit);
  const watched = await server.watch.join(place, onlooker, limit);
  try {
    const asked = records(STATE);
    const before = promptOf(place.panePid);
    const [facts = "", screen = ""] = await watched.ask(
      [`display-message -p -t ${paneId} ${asked.format}`, captureCommand(paneId, {})],
      limit,
      { answered: () => onlooker.mark() },
    );
    const [row] = asked.read(facts);
    if (!row || row.pane_id !== paneId) throw await missing(server, "pane", limit);
    if (row.pane_dead === "1") throw deadPane(paneId);
    const pid = Number(row.pane_pid);
    const front = foreground(pid);
    const program = bare(front?.name ?? row.pane_current_command);
    const prompt = promptOf(pid);
    return {
      paneId,
      windowId: place.windowId,
      pid,
      screen: linesOf(screen),
      cursorX: Number(row.cursor_x),
      cursorY: Number(row.cursor_y),
      width: Number(row.pane_width),
      height: Number(row.pane_height),
      alternate: row.alternate_on === "1",
      inMode: row.pane_in_mode !== "0" && row.pane_in_mode !== "",
      program,
      editing: row.alternate_on !== "1" && (front ? prompt !== undefined : isEditingShell(program)),
      unsure: prompt !== before,
      watched,
    };
  } catch (error) {
    watched.leave();
    throw error;
  }
}

export function deadPane(paneId: string): ToolError {
  return new ToolError("PaneDead", `The program in ${paneId} has ended.`, {
    suggestion: "respawn_pane starts it anew.",
  });
}

export function panePast(paneId: string, why: string): ToolError {
  return new ToolError("PaneGone", `The wait on ${paneId} ended: ${why}`, {
    suggestion: "list_panes shows the panes that exist; begin a new wait.",
  });
}

/** Calls back once when the pane's own process ends; asks the kernel, not tmux. Returns how to stop. */
export function onDeath(pid: number, died: () => void): () => void {
  const timer = setInterval(() => {
    if (isRunning(pid)) return;
    clearInterval(timer);
    died();
  }, 100);
  timer.unref();
  return () => clearInterval(timer);
}
