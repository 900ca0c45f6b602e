/** One word as bash reads it back: unchanged, whatever it holds. */
export function quote(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The text that is judged and that runs: `args` are added as words, so nothing in them is read as shell. */
export function fullText(command: string, args: readonly string[]): string {
  return [command, ...args.map(quote)].join(" ");
}
