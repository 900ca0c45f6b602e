export const HIDDEN = "[REDACTED]";

/** A part of a text to hide. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Where that begins which tells it for a secret, when that is shown: the header of a key, the name in a URL. */
  readonly from?: number;
}

/** In order, overlapping ones joined: the longest form of a secret wins over its parts. */
export function merge(found: readonly Span[]): readonly Span[] {
  if (found.length < 2) return found;
  const merged: Span[] = [];
  for (const span of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}

/** Rows stay rows: of a secret that runs over several, each part is hidden in its own. */
export function hide(text: string, found: readonly Span[]): string {
  if (found.length === 0) return text;
  let shown = "";
  let from = 0;
  for (const { start, end } of found) {
    shown += text.slice(from, start) + text.slice(start, end).replace(/[^\r\n]+/g, HIDDEN);
    from = end;
  }
  return shown + text.slice(from);
}
