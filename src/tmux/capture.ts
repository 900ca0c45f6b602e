import { ToolError } from "../errors.ts";
import { command } from "./control/quote.ts";
import { GEOMETRY, geometry } from "./info.ts";
import type { PaneSnapshot } from "./models.ts";
import { flag, number, records, text } from "./records.ts";
import type { Server } from "./server.ts";
import { missing } from "./target.ts";
import type { Within } from "./within.ts";

export interface CaptureOptions {
  /** First and last row: 0 is the first visible one, negative rows are scrollback, "-" is the far end. */
  readonly start?: number | "-" | null | undefined;
  readonly end?: number | "-" | null | undefined;
  /** A line the terminal wrapped comes back as one. */
  readonly joinWrapped?: boolean | undefined;
  /** Colours and attributes as escape sequences. */
  readonly ansi?: boolean | undefined;
  /** The screen that a full-screen program covers. */
  readonly alternate?: boolean | undefined;
}

/** What a pane shows, row by row, without the blank rows at the end. */
export async function capture(
  server: Server,
  paneId: string,
  options: CaptureOptions,
  limit: Within,
): Promise<string[]> {
  const [body = ""] = await server.read([captureCommand(paneId, options)], limit).catch((error: unknown) => {
    if (error instanceof ToolError && error.message.includes("no alternate screen")) throw noAlternate();
    throw error;
  });
  return trimmed(linesOf(body));
}

export function captureCommand(paneId: string, options: CaptureOptions): string {
  const { start, end, joinWrapped, ansi, alternate } = options;
  const flags = `-p${joinWrapped ? "J" : ""}${ansi ? "e" : ""}${alternate ? "a" : ""}`;
  return command(
    "capture-pane",
    flags,
    "-t",
    paneId,
    ...(start === undefined || start === null ? [] : ["-S", String(start)]),
    ...(end === undefined || end === null ? [] : ["-E", String(end)]),
  );
}

const SNAPSHOT = [
  "pane_id",
  "cursor_x",
  "cursor_y",
  ...GEOMETRY,
  "pane_tty",
  "pane_pid",
  "pane_dead",
  "alternate_on",
  "pane_in_mode",
  "pane_mode",
  "scroll_position",
  "history_size",
  "pane_title",
  "pane_current_command",
  "pane_current_path",
] as const;

/** Screen, cursor and state of a pane at one moment. */
export async function snapshot(
  server: Server,
  paneId: string,
  options: Pick<CaptureOptions, "joinWrapped" | "ansi"> & {
    readonly maxLines?: number | null;
    readonly isCaller?: boolean | null;
  },
  limit: Within,
): Promise<PaneSnapshot> {
  const asked = records(SNAPSHOT);
  const state = `display-message -p -t ${paneId} ${asked.format}`;
  const [facts = "", screen = ""] = await server.read([state, captureCommand(paneId, options)], limit);
  const [row] = asked.read(facts);
  if (!row || row.pane_id !== paneId) throw await missing(server, "pane", limit);
  const lines = trimmed(linesOf(screen));
  const kept =
    options.maxLines === null || options.maxLines === undefined ? lines : lines.slice(-options.maxLines);
  return {
    pane_id: row.pane_id,
    content: kept.join("\n"),
    cursor_x: Number(row.cursor_x),
    cursor_y: Number(row.cursor_y),
    pane_width: Number(row.pane_width),
    pane_height: Number(row.pane_height),
    ...geometry(row),
    pane_tty: text(row.pane_tty),
    pane_pid: text(row.pane_pid),
    pane_dead: row.pane_dead === "1",
    alternate_on: flag(row.alternate_on),
    pane_in_mode: row.pane_in_mode !== "0" && row.pane_in_mode !== "",
    pane_mode: text(row.pane_mode),
    scroll_position: number(row.scroll_position),
    history_size: Number(row.history_size),
    title: row.pane_title,
    pane_current_command: text(row.pane_current_command),
    pane_current_path: text(row.pane_current_path),
    is_caller: options.isCaller ?? null,
    content_truncated: kept.length < lines.length,
    content_truncated_lines: lines.length - kept.length,
  };
}

/** Rows as tmux prints them, each with its line end. */
export function linesOf(body: string): string[] {
  return body === "" ? [] : (body.endsWith("\n") ? body.slice(0, -1) : body).split("\n");
}

export function trimmed(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === "") end -= 1;
  return lines.slice(0, end);
}

function noAlternate(): ToolError {
  return new ToolError("NoAlternateScreen", "No full-screen program covers the screen of this pane.", {
    suggestion: "Capture without `alternate`.",
  });
}
