/** Where a needle was seen in a text, and which one. */
export type Seen = (at: number, needle: number) => void;

const BLOCK = 2;
const LETTER = 0x7f;
const PAIRS = 128 * 128;

/**
 * Finds many strings in one pass (Wu and Manber): two letters at a time are looked up, and a pair that ends no needle
 * lets the scan jump ahead. The time does not grow with the number of needles.
 */
export function createFinder(needles: readonly string[]): (text: string, seen: Seen) => void {
  const shortest = needles.reduce((least, needle) => Math.min(least, needle.length), Infinity);
  if (needles.length === 0 || shortest < BLOCK) return () => undefined;

  const shift = new Uint8Array(PAIRS).fill(Math.min(255, shortest - BLOCK + 1));
  const buckets = new Map<number, number[]>();
  needles.forEach((needle, index) => {
    for (let end = BLOCK; end <= shortest; end++) {
      const key = pair(needle.charCodeAt(end - 2), needle.charCodeAt(end - 1));
      shift[key] = Math.min(shift[key] ?? 0, shortest - end);
      if (end === shortest) buckets.set(key, [...(buckets.get(key) ?? []), index]);
    }
  });

  return (text, seen) => {
    for (let end = shortest; end <= text.length;) {
      const key = pair(text.charCodeAt(end - 2), text.charCodeAt(end - 1));
      const jump = shift[key] ?? 0;
      if (jump > 0) {
        end += jump;
        continue;
      }
      const start = end - shortest;
      for (const index of buckets.get(key) ?? []) {
        if (text.startsWith(needles[index] ?? "", start)) seen(start, index);
      }
      end++;
    }
  };
}

/** Exact for plain letters, whose pairs lie close together in a small table: it stays in the processor's cache. */
function pair(first: number, second: number): number {
  return ((first & LETTER) << 7) | (second & LETTER);
}
