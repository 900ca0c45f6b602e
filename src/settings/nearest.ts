/** The name that was most likely meant, or nothing when none is close. */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  // A long word is no slip of the fingers, and its table would cost time.
  if (word.length > 80) return undefined;
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const name of names) {
    const cost =
      name.startsWith(word) && word.length > 2 ? 1 : distance(word.toLowerCase(), name.toLowerCase());
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}

/** Edits from one word to the other, a swap of neighbours counted as one. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      line[column] = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + same,
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, above] = [above, line];
  }
  return above[b.length] ?? 0;
}
