import { within } from "../tmux/within.ts";
import type { LiveAgent } from "./live.ts";
import { isRule } from "./screen/frame.ts";
import { readScreen, type Row } from "./screen/rows.ts";

const HISTORY = 2_000;

/** The newest reply as the screen shows it, for programs without a transcript. Undefined while none is there. */
export async function scraped(agent: LiveAgent): Promise<string | undefined> {
  const found = await agent.pane.look(within(5_000), HISTORY);
  return found.kind === "found" ? replyOn(found.view.capture) : undefined;
}

/**
 * The text between the last sent prompt and the composer: tool lines, thoughts and what hangs below them left out. Prose
 * stands two columns in; so do a tool's details, but those follow their bullet without a blank row.
 */
export function replyOn(capture: string): string | undefined {
  const { rows } = readScreen(capture);
  const bottom = rows.findLastIndex((row) => isRule(row));
  const top = rows.findLastIndex((row, at) => at < bottom && isRule(row));
  if (top < 0) return undefined;
  const prompt = rows.findLastIndex((row, at) => at < top && /^> \S/.test(row.text));
  if (prompt < 0) return undefined;
  const words = prose(rows.slice(prompt + 1, top));
  return words === "" ? undefined : words;
}

function prose(rows: readonly Row[]): string {
  const kept: string[] = [];
  let under = false;
  for (const row of rows) {
    if (/^(?:[●▸]|\s*[⎿└])/.test(row.text)) under = true;
    else if (row.blank || row.indent === 0) under = false;
    if (!under && !isRule(row)) kept.push(row.text.replace(/^ {2}/, ""));
  }
  return kept
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
