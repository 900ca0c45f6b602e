import { around, belowSent, findBare, findFramed } from "./composer.ts";
import { asksForKeys, dialogOf, kindOf } from "./dialog.ts";
import { ended } from "./ended.ts";
import { type Composer, lowestBox, rowsBelow, unboxed } from "./frame.ts";
import { lowestList, type OptionList, plainList } from "./options.ts";
import { blocked, type Dialog, type Reading, unknown } from "./reading.ts";
import type { Row, Screen } from "./rows.ts";
import type { ScreenRules } from "./rules.ts";

/**
 * What one screen says by a program's rules. A composer that is certain is the live one, whatever stands above it. Without
 * one an open list comes first: its cursor may be the very glyph a composer begins with.
 */
export function look(screen: Screen, rules: ScreenRules): Reading {
  const framed = findFramed(screen, rules);
  const sure = framed ?? findBare(screen, rules, true);
  const end = ended(screen, rules.farewells, sure ? sure.bottom + 1 : 0);
  if (end) return end;
  const open = (framed && framedList(screen, framed, rules)) ?? panel(screen, rules, sure);
  if (open) return open;
  if (sure) return around(screen, sure, rules);
  const asked = dialog(screen, rules);
  if (asked) return asked;
  const bare = findBare(screen, rules, false);
  return bare ? around(screen, bare, rules) : (strange(screen, rules) ?? unknown(tail(screen)));
}

/** A panel has the place of the composer, with or without a list that can be read. */
function panel(screen: Screen, rules: ScreenRules, sure: Composer | undefined): Reading | undefined {
  const { panel: drawn, dialogs, reasons } = rules;
  const edge = drawn ? screen.rows.findLastIndex(({ text }) => drawn.edge.test(text)) : -1;
  if (!drawn || edge < 0 || (sure && sure.top > edge)) return undefined;
  const words = dialogs.filter(([kind]) => drawn.kinds.includes(kind));
  const lines = screen.rows.slice(edge + 1).map(({ text }) => text.trim());
  const list = lowestList(screen, edge + 1);
  const asked = list && dialogOf(screen, list, words);
  const kind = asked && asked.kind !== "other" ? asked.kind : kindOf(lines.join("\n"), words);
  // A panel's first row is its name, and the names of its tabs behind it.
  const name = lines.find(Boolean)?.split(/\s{2,}/)[0] ?? "";
  const { options, selected, title } = asked ?? { options: [], selected: undefined, title: name };
  const dialog: Dialog =
    kind === "other" ? { kind: "panel", title: name, options, selected } : { kind, title, options, selected };
  return blocked(dialog, tail(screen), reasons);
}

/** A list between two rules begins like a composer with a list typed into it; the keys below tell which it is. */
function framedList(screen: Screen, { top, bottom }: Composer, rules: ScreenRules): Reading | undefined {
  const list = lowestList(screen, top + 1, bottom);
  if (!list || !asksForKeys(rowsBelow(screen, bottom))) return undefined;
  return blocked(dialogOf(screen, list, rules.dialogs), tail(screen), rules.reasons);
}

/** No composer and no list that could be read, but the last rows name the keys of a choice: somebody is asked something. */
function strange(screen: Screen, { dialogs, reasons }: ScreenRules): Reading | undefined {
  const { rows } = screen;
  if (!asksForKeys(rows.slice(-2))) return undefined;
  const lines = rows.slice(-20).map((row) => unboxed(row).text.trim());
  const title = lines.findLast((line) => line.endsWith("?")) ?? "";
  const kind = kindOf(lines.join("\n"), dialogs);
  return blocked({ kind, title, options: [], selected: undefined }, tail(screen), reasons);
}

function tail({ rows }: Screen): string[] {
  return rows.slice(-8).map(({ text }) => text);
}

function dialog(screen: Screen, rules: ScreenRules): Reading | undefined {
  const box = rules.boxed ? lowestBox(screen) : undefined;
  const open = box && rowsBelow(screen, box.bottom).length <= 3 ? box : undefined;
  const list = open ? lowestList(screen, open.top, open.bottom) : listIn(screen, rules);
  if (list && (open || isOpen(rowsBelow(screen, list.last), rules)))
    return blocked(dialogOf(screen, list, rules.dialogs), tail(screen), rules.reasons);
  return (open && form(screen, open, rules)) ?? page(screen, rules);
}

function listIn(screen: Screen, rules: ScreenRules): OptionList | undefined {
  const { rows } = screen;
  const { spoken } = rules;
  if (spoken) {
    const at = rows.findLastIndex(({ text }, index) => index >= rows.length - 3 && spoken.test(text));
    if (at >= 0) return plainList(screen, at);
  }
  return lowestList(screen, belowSent(screen, rules));
}

/** An open list is followed by its keys and the footer, never by anything newer. */
function isOpen(below: readonly Row[], { open: { most, needs, never } }: ScreenRules): boolean {
  if (below.length > most) return false;
  if (never && below.some(({ text }) => never.test(text))) return false;
  return !needs || below.some(({ text }) => needs.test(text));
}

function page(screen: Screen, { pages = [], reasons }: ScreenRules): Reading | undefined {
  const [before, last] = [screen.rows.at(-2), screen.rows.at(-1)];
  if (!last) return undefined;
  // In a narrow terminal the keys take two rows.
  const lines = [last.text, ...(before && !before.blank ? [`${before.text} ${last.text.trim()}`] : [])];
  const kind = pages.find(([, pattern]) => lines.some((line) => pattern.test(line)))?.[0];
  if (!kind) return undefined;
  const dialog: Dialog = { kind, title: last.text.trim(), options: [], selected: undefined };
  return blocked(dialog, tail(screen), reasons);
}

function form(
  screen: Screen,
  { top, bottom }: { readonly top: number; readonly bottom: number },
  rules: ScreenRules,
): Reading | undefined {
  const inside = screen.rows.slice(top, bottom).map((row) => unboxed(row).text.trim());
  if (!rules.form || !inside.some((line) => rules.form?.test(line))) return undefined;
  const kind = kindOf(inside.join("\n"), rules.dialogs);
  const title = inside.find((line) => /\p{L}/u.test(line)) ?? "";
  return blocked({ kind, title, options: [], selected: undefined }, tail(screen), rules.reasons);
}
