/** How C writes a character that has a letter of its own there. */
const LETTERS: Record<string, string> = {
  "\\": "\\\\",
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
};

/** tmux keeps the name of a session spelled out: a line end in it becomes a backslash and an n. */
function spelled(name: string): string {
  return name.replace(
    /[\\\x00-\x1f\x7f]/g,
    (char) => LETTERS[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
}

/** Whether a session with this name is the one asked for, in the caller's spelling or in tmux's. */
export function isNamed(name: string, asked: string): boolean {
  return name === asked || name === spelled(asked);
}
