import { captureCommand, linesOf } from "../capture.ts";
import { command as tmux } from "../control/quote.ts";
import type { Watched } from "../stream/watch.ts";
import { width as widthOf } from "../width.ts";
import type { Within } from "../within.ts";
import { type Place, placed } from "./script.ts";
import type { Seat } from "./seat.ts";

/** Looks where the line that was typed last stands: behind a prompt, whatever somebody had begun to type there. */
export async function placeOf(line: string, seat: Seat, watched: Watched, limit: Within): Promise<Place> {
  const { paneId, width } = seat;
  const asked = [tmux("display-message", "-p", "-t", paneId, "#{cursor_y}"), captureCommand(paneId, {})];
  const [cursor = "", screen = ""] = await watched.ask(asked, limit);
  const above = linesOf(screen).slice(0, Number(cursor));
  return found(line.trimEnd(), above, width) ?? placed(line, seat);
}

function found(line: string, above: readonly string[], width: number): Place | undefined {
  let text = "";
  for (let up = 1; up <= above.length; up += 1) {
    const row = above.at(-up) ?? "";
    text = row + " ".repeat(Math.max(0, width - columns(row))) + text;
    const at = text.indexOf(line);
    if (at >= 0) return { up, column: columns(text.slice(0, at)) };
  }
  // In a pane of a few rows its beginning may have left the screen.
  return line.endsWith(text.trimEnd()) ? { up: above.length, column: 0 } : undefined;
}

function columns(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + widthOf(char.codePointAt(0) ?? 0), 0);
}
