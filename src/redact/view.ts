import type { Span } from "./span.ts";

/** A text with some of its letters taken out, and the way back to where the others stood. */
export interface View {
  readonly text: string;
  /** The part of the original from the first to the last letter of this part of the view. */
  back(span: Span): Span;
}

/** Colours and other commands to a terminal. */
const ESCAPES = "\\u001b(?:\\[[0-9;:?]*[ -/]*[@-~]|\\([0-9A-B])|[\\u000e\\u000f]";

export const WITHOUT_ESCAPES = new RegExp(ESCAPES, "g");
export const WITHOUT_ROWS = new RegExp(`${ESCAPES}|\\r?\\n`, "g");
export const WITHOUT_BLANKS = new RegExp(`${ESCAPES}|[\\s\\0]+`, "g");

export function without(text: string, taken: RegExp): View {
  const left = text.replace(taken, "");
  let gaps: readonly Gap[] | undefined;
  const original = (index: number) => index + lengthBefore((gaps ??= gapsOf(text, taken)), index);
  return {
    text: left,
    back: ({ start, end }) => ({ start: original(start), end: original(end - 1) + 1 }),
  };
}

/** What is missing before a letter of the view: `length` letters of the original, once `at` is reached. */
interface Gap {
  readonly at: number;
  readonly length: number;
}

function gapsOf(text: string, taken: RegExp): readonly Gap[] {
  let length = 0;
  return Array.from(text.matchAll(taken), (match) => {
    const at = match.index - length;
    length += match[0].length;
    return { at, length };
  });
}

function lengthBefore(gaps: readonly Gap[], index: number): number {
  let low = 0;
  let high = gaps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((gaps[middle]?.at ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return gaps[low - 1]?.length ?? 0;
}
