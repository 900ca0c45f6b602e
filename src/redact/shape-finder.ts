import { createFinder } from "./finder.ts";
import { SHAPES, type Shape } from "./shapes.ts";
import type { Span } from "./span.ts";
import { without, WITHOUT_ESCAPES } from "./view.ts";

export { LONGEST_SHAPE } from "./shapes.ts";

const anchored = SHAPES.flatMap((shape) => shape.anchors.map((anchor) => ({ anchor, shape })));
const find = createFinder(anchored.map(({ anchor }) => anchor));

export function findShapes(text: string): Span[] {
  const found: Span[] = [];
  find(text, (at, needle) => {
    const shape = anchored[needle]?.shape;
    const span = shape && match(shape, text, at);
    if (span) found.push(span);
  });
  return found;
}

function match(shape: Shape, text: string, at: number): Span | undefined {
  shape.pattern.lastIndex = at;
  const [whole, inner] = shape.pattern.exec(text)?.indices ?? [];
  const range = inner ?? whole;
  return range && { start: range[0], end: range[1], ...(range[0] > at && { from: at }) };
}

/** No token is written over more rows than this. */
const MOST_ROWS = 60;

/**
 * Shapes that show only once something is taken out of the text, such as colours or the ends of rows. A full row is
 * followed by more of the same line; one that is not may still end in the middle of a token.
 */
export function findWrappedShapes(text: string, taken: RegExp): Span[] {
  const view = without(text, taken);
  if (view.text.length === text.length) return [];
  const isFull = fullRows(text);
  const found: Span[] = [];
  find(view.text, (at, needle) => {
    const shape = anchored[needle]?.shape;
    const { start } = view.back({ start: at, end: at + 1 });
    const ends = taken === WITHOUT_ESCAPES || shape?.rows === "any" ? [] : rowEnds(text, start);
    const cuts = ends.map((end) => text.slice(start, end).replace(taken, "").length);
    // What ends the row before has nothing to do with it.
    const from = text[start - 1] === "\n" ? at : 0;
    const candidate = { at: at - from, view: view.text.slice(from), cuts };
    const matched = shape && overRows(shape, candidate, (row) => isFull(ends[row] ?? 0));
    const seen = matched && { start: matched.start + from, end: matched.end + from };
    const span = seen && view.back(seen);
    if (span && span.end - span.start > seen.end - seen.start) found.push(span);
  });
  return found;
}

interface Candidate {
  readonly at: number;
  readonly view: string;
  /** How many letters of the view lie between the anchor and each end of a row. */
  readonly cuts: readonly number[];
}

/** The match that needs the fewest rows, then as many full rows more as it runs on over. */
function overRows(
  shape: Shape,
  { at, view, cuts }: Candidate,
  isFull: (row: number) => boolean,
): Span | undefined {
  let best: Span | undefined;
  for (const [row, length] of [...cuts, Infinity].entries()) {
    const span = match(shape, view.slice(0, at + length), at);
    if (best && (!span || span.end <= best.end)) return best;
    best = span ?? best;
    if (isFull(row)) continue;
    if (best || shape.rows === "full") return best;
  }
  return best;
}

function rowEnds(text: string, start: number): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf("\n", start); at >= 0; at = text.indexOf("\n", at + 1)) {
    ends.push(at);
    if (ends.length >= MOST_ROWS) break;
  }
  return ends;
}

/** Whether the row that ends here is as wide as any: rows a terminal wrapped are. */
function fullRows(text: string): (end: number) => boolean {
  let widest: number | undefined;
  const width = (row: string) => without(row.replace(/\r$/, ""), WITHOUT_ESCAPES).text.length;
  return (end) => {
    widest ??= text
      .split("\n")
      .filter((row) => /^[ -~\r\u001b]*$/.test(row) && !row.startsWith("[... truncated"))
      .reduce((most, row) => Math.max(most, width(row)), 0);
    return width(text.slice(text.lastIndexOf("\n", end - 1) + 1, end)) >= widest;
  };
}
