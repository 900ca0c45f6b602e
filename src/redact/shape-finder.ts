import { createFinder } from "./finder.ts";
import { SHAPES, type Shape } from "./shapes.ts";
import type { Span } from "./span.ts";
import { without, WITHOUT_ESCAPES } from "./view.ts";

export { LONGEST_SHAPE } from "./shapes.ts";

const anchored = SHAPES.flatMap((shape) => shape.anchors.map((anchor) => ({ anchor, shape })));
const find = createFinder(anchored.map(({ anchor }) => anchor));

export function findShapes(text: string): Span[] {
  return matches(text).map(({ span }) => span);
}

interface Match {
  readonly shape: Shape;
  readonly at: number;
  readonly span: Span;
}

function matches(text: string): Match[] {
  const found: Match[] = [];
  find(text, (at, needle) => {
    const shape = anchored[needle]?.shape;
    const span = shape && match(shape, text, at);
    if (shape && span) found.push({ shape, at, span });
  });
  return found;
}

function match(shape: Shape, text: string, at: number): Span | undefined {
  shape.pattern.lastIndex = at;
  const [whole, inner] = shape.pattern.exec(text)?.indices ?? [];
  const range = inner ?? whole;
  return range && { start: range[0], end: range[1], ...(range[0] > at && { from: at }) };
}

/**
 * Shapes that show only once something is taken out of the text, such as colours or the ends of rows. A full row is
 * followed by more of the same line; one that is not may still end in the middle of a token.
 */
export function findWrappedShapes(text: string, taken: RegExp): Span[] {
  const view = without(text, taken);
  if (view.text.length === text.length) return [];
  const isFull = fullRows(text);
  return matches(view.text).flatMap(({ shape, at, span: seen }) => {
    const span = view.back(seen);
    if (span.end - span.start === seen.end - seen.start) return [];
    const ends = rowEnds(text, span);
    const seenUntil = (end: number) => seen.start + text.slice(span.start, end).replace(taken, "").length;
    const isWhole = (end: number) => match(shape, view.text.slice(0, seenUntil(end)), at) !== undefined;
    const enough = ends.findIndex(isWhole);
    let last = enough < 0 ? ends.length : enough;
    while (last < ends.length && isFull(ends[last] ?? 0)) last++;
    const isOne = ends.slice(0, last).every(isFull) || shape.isToken;
    return isOne ? [{ start: span.start, end: ends[last] ?? span.end }] : [];
  });
}

function rowEnds(text: string, { start, end }: Span): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1))
    ends.push(at);
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
