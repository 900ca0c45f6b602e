import { around, CHOOSER, findBare, findFramed } from "./composer.ts";
import { dialogOf, kindOf } from "./dialog.ts";
import { ended } from "./ended.ts";
import { type Composer, lowestBox, rowsBelow, segments, unboxed } from "./frame.ts";
import { lowestList, type OptionList, plainList } from "./options.ts";
import { blocked, type Reading, unknown } from "./reading.ts";
import type { Row, Screen } from "./rows.ts";
import type { ScreenRules } from "./rules.ts";

/**
 * What one screen says by a program's rules. A framed composer is the live one, whatever stands above it. Without a frame
 * an open list comes first: its cursor may be the very glyph a composer begins with.
 */
export function look(screen: Screen, rules: ScreenRules): Reading {
  const end = ended(screen, rules.farewells);
  if (end) return end;
  const framed = findFramed(screen, rules);
  if (framed) return framedList(screen, framed, rules) ?? around(screen, framed, rules);
  const asked = dialog(screen, rules);
  if (asked) return asked;
  const bare = findBare(screen, rules);
  return bare ? around(screen, bare, rules) : (strange(screen, rules) ?? unknown(tail(screen)));
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

function asksForKeys(rows: readonly Row[]): boolean {
  return rows.some(({ text }) => segments(text).some((hint) => CHOOSER.test(hint)));
}

function tail({ rows }: Screen): string[] {
  return rows.slice(-8).map(({ text }) => text);
}

function dialog(screen: Screen, rules: ScreenRules): Reading | undefined {
  const box = rules.boxed ? lowestBox(screen) : undefined;
  const open = box && rowsBelow(screen, box.bottom).length <= 3 ? box : undefined;
  const list = open ? lowestList(screen, open.top, open.bottom) : listIn(screen, rules);
  if (list) {
    if (!open && !isOpen(rowsBelow(screen, list.last), rules)) return undefined;
    return blocked(dialogOf(screen, list, rules.dialogs), tail(screen), rules.reasons);
  }
  return (open && form(screen, open, rules)) ?? page(screen, rules);
}

function listIn(screen: Screen, { spoken }: ScreenRules): OptionList | undefined {
  const { rows } = screen;
  if (spoken) {
    const at = rows.findLastIndex(({ text }, index) => index >= rows.length - 3 && spoken.test(text));
    if (at >= 0) return plainList(screen, at);
  }
  return lowestList(screen);
}

/** An open list is followed by its keys and the footer, never by anything newer. */
function isOpen(below: readonly Row[], { open: { most, needs, never } }: ScreenRules): boolean {
  if (below.length > most) return false;
  if (never && below.some(({ text }) => never.test(text))) return false;
  return !needs || below.some(({ text }) => needs.test(text));
}

function page(screen: Screen, { pages = [], reasons }: ScreenRules): Reading | undefined {
  const last = screen.rows.at(-1);
  const kind = last && pages.find(([, pattern]) => pattern.test(last.text))?.[0];
  if (!kind) return undefined;
  return blocked({ kind, title: last.text.trim(), options: [], selected: undefined }, tail(screen), reasons);
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
