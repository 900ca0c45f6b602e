const NAMES: Readonly<Record<string, string>> = { "\t": "\\t", "\r": "\\r", "\u001b": "\\e", "\0": "\\0" };

/** Controls, marks that reorder or hide text, blanks that are not the blank, wide and tag letters. */
const HIDDEN_LETTERS =
  /(?![ \n])[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu;

/** Letters of other scripts that pass for Latin ones. Alone in their own words they are ordinary text. */
const LOOK_ALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/gu;
const MIXED_WORD = /[\p{L}\p{N}\p{M}_./-]+/gu;

/** Text as it is, with everything a screen would hide or mistake spelled out as `⟨U+202E⟩`. */
export function visible(text: string): string {
  return text
    .replace(MIXED_WORD, (word) => (/[A-Za-z]/.test(word) ? word.replace(LOOK_ALIKE, mark) : word))
    .replace(HIDDEN_LETTERS, (letter) => NAMES[letter] ?? name(letter));
}

/** Whether `visible` had anything to spell out. */
export function hidesSomething(text: string): boolean {
  return visible(text) !== text;
}

function mark(letter: string): string {
  return `${letter}${name(letter)}`;
}

function name(letter: string): string {
  return `⟨U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
