import { type Row, type Screen, styleAt } from "./rows.ts";

/** The place where a person types, wherever the program draws it. Rows are indexes into the screen. */
export interface Composer {
  readonly top: number;
  readonly bottom: number;
  /** What stands in it, hints and placeholders left out; `CUT` at an end that is scrolled out of sight. */
  readonly text: string;
  /** What its first row begins with: another mark is another mode. Nothing when that row is out of sight. */
  readonly mark: string;
}

/** Stands for the part of a draft that its composer has no room for. */
export const CUT = "…";

/** The edge of a composer that holds more than it shows. */
const MORE = /^[─━]{3,} [↑↓] \d+ more [─━]{3,}$/;

/** A horizontal line across the screen. A label may sit in it, such as the session's name. */
export function isRule(row: Row): boolean {
  return /^\s?[─━]{8,}(?: [^─━]+ )?[─━]*$/.test(row.text) || MORE.test(row.text);
}

export function isBlockEdge(row: Row): boolean {
  return /^\s?[▄▀]{8,}$/.test(row.text);
}

const BOX_TOP = /^\s*╭[─ ].*╮\s*$/;
const BOX_BOTTOM = /^\s*╰[─ ].*╯\s*$/;

/** A row without the sides of the box it may stand in, columns kept. */
export function unboxed(row: Row): Row {
  const match = /^(\s*)│(.*?)│?\s*$/.exec(row.text);
  if (!match) return row;
  const text = `${match[1]} ${match[2]}`.trimEnd();
  return { ...row, text, indent: text.length - text.trimStart().length, blank: text === "" };
}

export interface Box {
  readonly top: number;
  readonly bottom: number;
}

/** The lowest box on the screen, nested ones taken as part of the outer one. */
export function lowestBox({ rows }: Screen): Box | undefined {
  const bottom = rows.findLastIndex(({ text }) => BOX_BOTTOM.test(text));
  if (bottom < 0) return undefined;
  const indent = rows[bottom]?.indent;
  const top = rows.findLastIndex((row, at) => at < bottom && row.indent === indent && BOX_TOP.test(row.text));
  return { top: Math.max(top, 0), bottom };
}

/**
 * The lowest composer drawn between two edges: rules, block edges or a box. `glyph` is what its first row begins with.
 * History can hold the same shape, where sent messages are drawn so; only the lowest one can be the live one.
 */
export function framedComposer(screen: Screen, rules: ComposerRules): Composer | undefined {
  const { rows } = screen;
  const edgeUpTo = (most: number) => rows.findLastIndex((row, at) => at <= most && isEdge(row));
  for (let bottom = edgeUpTo(rows.length), top; bottom > 1; bottom = top) {
    top = edgeUpTo(bottom - 2);
    const found = top < 0 ? undefined : between(screen, top, bottom, rules);
    if (found || !isLeftOver(rows, top, bottom)) return found;
  }
  return undefined;
}

/** A composer that shrank in a small terminal may leave its lower edge and its footer behind: the same rows, twice. */
function isLeftOver(rows: readonly Row[], top: number, bottom: number): boolean {
  const words = (from: number, to?: number) =>
    rows
      .slice(from, to)
      .map(({ text }) => text)
      .filter(Boolean)
      .join("\n");
  const footer = words(bottom + 1);
  return footer !== "" && rows[top]?.text === rows[bottom]?.text && words(top + 1, bottom) === footer;
}

/** What stands between two edges, when it begins like a composer or says that it began further up. */
function between(screen: Screen, top: number, bottom: number, rules: ComposerRules): Composer | undefined {
  const [above, first, below] = [screen.rows[top], screen.rows[top + 1], screen.rows[bottom]];
  if (!above || !first || !below) return undefined;
  const boxed = BOX_TOP.test(above.text) && BOX_BOTTOM.test(below.text);
  const cut = { above: MORE.test(above.text), below: MORE.test(below.text) };
  const begin = boxed ? unboxed(first).text.trimStart() : first.text;
  if (cut.above ? !first.blank && first.indent < 2 : !rules.glyph.test(begin)) return undefined;
  const mark = cut.above ? "" : begin.trim().slice(0, 1);
  return {
    top,
    bottom,
    mark,
    text: composerText(screen, { ...rules, from: top + 1, to: bottom, boxed, cut }),
  };
}

function isEdge(row: Row): boolean {
  return isRule(row) || isBlockEdge(row) || BOX_TOP.test(row.text) || BOX_BOTTOM.test(row.text);
}

interface ComposerRules {
  readonly glyph: RegExp;
  readonly placeholders: readonly RegExp[];
}

interface ComposerRows extends ComposerRules {
  readonly from: number;
  readonly to: number;
  /** Its rows have the sides of a box. Elsewhere such sides are somebody's text. */
  readonly boxed?: boolean;
  readonly cut?: { readonly above: boolean; readonly below: boolean };
}

/** What a person has typed: rows joined, the prompt glyph off, and nothing when all of it is a placeholder. */
export function composerText(
  screen: Screen,
  { from, to, glyph, placeholders, boxed = false, cut = { above: false, below: false } }: ComposerRows,
): string {
  const rows = screen.rows.slice(from, to);
  const [first] = rows;
  if (!first || (screen.styled && !cut.above && isGhost(first, glyph))) return "";
  const lines = rows.map((row, at) => {
    const line = boxed ? unboxed(row).text.trimStart() : row.text;
    return at === 0 ? line.replace(glyph, "") : line.trimStart();
  });
  const text = lines.join("\n").trim();
  if (placeholders.some((placeholder) => placeholder.test(text))) return "";
  return `${cut.above ? CUT : ""}${text}${cut.below ? CUT : ""}`;
}

/** A placeholder: everything after the glyph is dim, except the one cell the cursor stands on. */
function isGhost(row: Row, glyph: RegExp): boolean {
  const start = glyph.exec(row.text)?.[0].length ?? 0;
  let seen = false;
  for (let at = start; at < row.text.length; at += 1) {
    if (row.text[at] === " ") continue;
    const style = styleAt(row, at);
    if (!style.dim && !style.inverse) return false;
    seen ||= style.dim;
  }
  return seen;
}

/** Rows below an index that hold anything. */
export function rowsBelow({ rows }: Screen, index: number): Row[] {
  return rows.slice(index + 1).filter(({ blank }) => !blank);
}

/** The words between middle dots or bars: how every one of these programs writes its footer. */
export function segments(text: string): string[] {
  return text
    .split(/\s*[·•|]\s*|\s{3,}/)
    .map((part) => part.trim())
    .filter(Boolean);
}
