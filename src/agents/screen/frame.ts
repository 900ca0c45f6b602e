import { type Row, type Screen, styleAt } from "./rows.ts";

/** The place where a person types, wherever the program draws it. Rows are indexes into the screen. */
export interface Composer {
  readonly top: number;
  readonly bottom: number;
  /** What stands in it, hints and placeholders left out. */
  readonly text: string;
}

/** A horizontal line across the screen. A label may sit in it, such as the session's name. */
export function isRule(row: Row): boolean {
  return /^\s?[─━]{8,}(?: [^─━]+ )?[─━]*$/.test(row.text);
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
export function framedComposer(
  screen: Screen,
  { glyph, placeholders }: { readonly glyph: RegExp; readonly placeholders: readonly RegExp[] },
): Composer | undefined {
  const { rows } = screen;
  for (let bottom = rows.length - 1; bottom > 1; bottom -= 1) {
    const edge = rows[bottom];
    if (!edge || !isEdge(edge)) continue;
    for (let top = bottom - 2; top >= 0; top -= 1) {
      const above = rows[top];
      if (!above || !isEdge(above)) continue;
      const first = rows[top + 1];
      if (!first || !glyph.test(inner(first))) return undefined;
      return { top, bottom, text: composerText(screen, { from: top + 1, to: bottom, glyph, placeholders }) };
    }
    return undefined;
  }
  return undefined;
}

/** A row's text; inside a box the column does not count. */
function inner(row: Row): string {
  const bare = unboxed(row);
  return bare === row ? row.text : bare.text.trimStart();
}

function isEdge(row: Row): boolean {
  return isRule(row) || isBlockEdge(row) || BOX_TOP.test(row.text) || BOX_BOTTOM.test(row.text);
}

interface ComposerRows {
  readonly from: number;
  readonly to: number;
  readonly glyph: RegExp;
  readonly placeholders: readonly RegExp[];
}

/** What a person has typed: rows joined, the prompt glyph off, and nothing when all of it is a placeholder. */
export function composerText(screen: Screen, { from, to, glyph, placeholders }: ComposerRows): string {
  const rows = screen.rows.slice(from, to);
  const [first] = rows;
  if (!first || (screen.styled && isGhost(first, glyph))) return "";
  const lines = rows.map((row, at) =>
    at === 0 ? inner(row).replace(glyph, "") : unboxed(row).text.trimStart(),
  );
  const text = lines.join("\n").trim();
  return placeholders.some((placeholder) => placeholder.test(text)) ? "" : text;
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
