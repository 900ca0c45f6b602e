import { isBlockEdge, isRule, unboxed } from "./frame.ts";
import type { OptionList } from "./options.ts";
import type { Dialog, DialogKind } from "./reading.ts";
import type { Screen } from "./rows.ts";

/** Words that tell one kind of dialog from the next; the first kind whose words stand in the dialog's own rows wins. */
export type DialogWords = readonly (readonly [DialogKind, RegExp])[];

/** Makes a dialog of a list: the rows above it, up to the frame, say what is asked. */
export function dialogOf(screen: Screen, list: OptionList, words: DialogWords): Dialog {
  const above = headings(screen, list.first);
  const below = screen.rows.slice(list.last + 1, list.last + 5).map((row) => unboxed(row).text.trim());
  const labels = list.options.map(({ label }) => label);
  const text = [...above, ...labels, ...below].join("\n");
  const kind = words.find(([, pattern]) => pattern.test(text))?.[0] ?? "other";
  return {
    kind,
    title: question(above),
    options: list.options,
    selected: list.options.find(({ selected }) => selected),
  };
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
    // A bullet in the first column is the transcript above the dialog.
    if (/^[●•✦■⏺] |^[❯›] \S/.test(row.text)) break;
    lines.unshift(inner.text.trim());
  }
  return lines;
}

function question(lines: readonly string[]): string {
  const filled = lines.filter(Boolean);
  return filled.findLast((line) => line.endsWith("?")) ?? filled[0] ?? "";
}
