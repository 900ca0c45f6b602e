/** First and last of the characters that take two columns, besides those shown as emoji. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x17000, 0x18cff],
  [0x1b000, 0x1b2ff],
  [0x1f200, 0x1f251],
  [0x20000, 0x3fffd],
];

const MARK = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const EMOJI = /^\p{Emoji_Presentation}$/u;

/** Columns a character takes in tmux. */
export function width(code: number): 0 | 1 | 2 {
  if (code < 0x300) return code < 32 || (code >= 0x7f && code < 0xa0) ? 0 : 1;
  const character = String.fromCodePoint(code);
  if (MARK.test(character)) return 0;
  return WIDE.some(([first, last]) => code >= first && code <= last) || EMOJI.test(character) ? 2 : 1;
}
