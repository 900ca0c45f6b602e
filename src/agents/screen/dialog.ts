import { isBlockEdge, isRule, segments, unboxed } from "./frame.ts";
import type { OptionList } from "./options.ts";
import type { Dialog, DialogKind } from "./reading.ts";
import { type Row, type Screen, styleAt } from "./rows.ts";
import type { DialogWords } from "./rules.ts";

/** Keys of something to choose from. */
export const CHOOSER =
  /^(?:↑\/↓ to \S+|(?:press )?(?:enter|return|↵) to (?:confirm|select|submit|continue|choose)\b)/i;

export function asksForKeys(rows: readonly Row[]): boolean {
  return rows.some(({ text }) => segments(text).some((hint) => CHOOSER.test(hint)));
}

/** Makes a dialog of a list: the rows above it, up to the frame, say what is asked. */
export function dialogOf(screen: Screen, list: OptionList, words: DialogWords): Dialog {
  const above = headings(screen, list.first);
  const below = screen.rows.slice(list.last + 1, list.last + 5).map((row) => unboxed(row).text.trim());
  const labels = list.options.map(({ label }) => label);
  const text = [...above, ...labels, ...below].join("\n");
  return {
    kind: kindOf(text, words),
    title: question(above),
    options: list.options,
    selected: list.options.find(({ selected }) => selected),
    ...(isCut(screen, list) && { more: true }),
  };
}

/** A list that has no room for all of it says so with an arrow, or has lost the blank row before its keys. */
function isCut({ rows }: Screen, { first, last }: OptionList): boolean {
  const [above, below] = [rows[first - 1], rows[last + 1]];
  const arrow = /^\s*[↑↓▲▼](?: \d+ more)?$/;
  const marked = [above, below].some((row) => row && arrow.test(unboxed(row).text));
  return marked || (below !== undefined && asksForKeys([below]));
}

export function kindOf(text: string, words: DialogWords): DialogKind {
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? "other";
}

/** One row of numbered words right above a composer, such as a survey: a digit answers, typing on is still possible. */
export function digitRow(screen: Screen, top: number, last: RegExp): Dialog | undefined {
  const at = screen.rows.findLastIndex((row, index) => index < top && !row.blank);
  const row = screen.rows[at];
  if (!row || !/^\s+\d: \S+(\s{2,}\d: \S+){2,}$/.test(row.text) || !last.test(row.text)) return undefined;
  // In a reply the same words have no colour.
  if (screen.styled && styleAt(row, row.indent).fg === undefined) return undefined;
  const options = [...row.text.matchAll(/(\d): (\S+)/g)].map(([, id = "", label = ""]) => ({
    id,
    label,
    detail: "",
    selected: false,
    row: at,
  }));
  return { kind: "survey", title: screen.rows[at - 1]?.text.trim() ?? "", options, selected: undefined };
}

function headings({ rows }: Screen, first: number): string[] {
  const lines: string[] = [];
  for (let at = first - 1; at >= Math.max(0, first - 40); at -= 1) {
    const row = rows[at];
    if (!row) break;
    const inner = unboxed(row);
    if (isRule(row) || isBlockEdge(row) || /^\s*[╭╰]─.*[╮╯]\s*$/.test(inner.text)) {
      if (lines.some(Boolean) && !/^\s/.test(inner.text)) break;
      continue;
    }
    // A bullet in the first column is the transcript above the dialog, and so is what hangs below one.
    if (/^[●•✦■⏺✻✢✳✶✽✺∗] |^[❯›] \S|^ {2}⎿ |^▔{8}/.test(row.text)) break;
    lines.unshift(inner.text.trim());
  }
  return lines;
}

/** A command and the reason given for it are in the model's words, not the program's. */
const QUOTED = /^(?:Reason: |\$ )/;

function question(lines: readonly string[]): string {
  const filled = lines.filter((line) => line !== "" && !QUOTED.test(line));
  return filled.findLast((line) => line.endsWith("?")) ?? filled[0] ?? "";
}
