import { dangerous, type Charge } from "./charge.ts";

/** Characters that look like nothing, or like something else. First and last code point, and what to call them. */
const DECEIVING: readonly (readonly [number, number, string])[] = [
  [0x01, 0x08, "control characters"],
  [0x0b, 0x1f, "control characters"],
  [0x7f, 0x9f, "control characters"],
  [0xa0, 0xa0, "blanks that are no blanks to a shell"],
  [0xad, 0xad, "invisible characters"],
  [0x34f, 0x34f, "invisible characters"],
  [0x61c, 0x61c, "characters that change the direction of text"],
  [0x115f, 0x1160, "invisible characters"],
  [0x1680, 0x1680, "blanks that are no blanks to a shell"],
  [0x17b4, 0x17b5, "invisible characters"],
  [0x180b, 0x180e, "invisible characters"],
  [0x2000, 0x200a, "blanks that are no blanks to a shell"],
  [0x200b, 0x200d, "invisible characters"],
  [0x200e, 0x200f, "characters that change the direction of text"],
  [0x2028, 0x2029, "line breaks that are none to a shell"],
  [0x202a, 0x202e, "characters that change the direction of text"],
  [0x202f, 0x202f, "blanks that are no blanks to a shell"],
  [0x205f, 0x205f, "blanks that are no blanks to a shell"],
  [0x2060, 0x2064, "invisible characters"],
  [0x2066, 0x2069, "characters that change the direction of text"],
  [0x206a, 0x206f, "invisible characters"],
  [0x3000, 0x3000, "blanks that are no blanks to a shell"],
  [0x3164, 0x3164, "invisible characters"],
  [0xfeff, 0xfeff, "invisible characters"],
  [0xff01, 0xff5e, "fullwidth look-alikes"],
  [0xffa0, 0xffa0, "invisible characters"],
  [0xfff9, 0xfffb, "invisible characters"],
  [0xe0000, 0xe007f, "invisible characters"],
];

function deceit(code: number): string | undefined {
  if (code >= 0x20 && code < 0x7f) return undefined;
  return DECEIVING.find(([first, last]) => code >= first && code <= last)?.[2];
}

/** Text that reads differently to a person than to a shell. */
export function hygiene(command: string): Charge[] {
  if (command.includes("\0")) {
    return [
      {
        class: "blocked",
        rule: "nul-byte",
        category: "text hygiene",
        reason: "a NUL byte in the command (null byte)",
        advice: "Remove the NUL byte.",
      },
    ];
  }
  if (command.trim() === "") return [dangerous("empty-command", "syntax", "there is nothing to run")];
  const found = new Set<string>();
  for (const char of command) {
    const what = deceit(char.codePointAt(0) ?? 0);
    if (what !== undefined) found.add(what);
  }
  return [...found].map((what) =>
    dangerous("text-hygiene", "text hygiene", `the command holds ${what}`, "Use plain characters."),
  );
}

/** The same text with everything above made visible, for people who approve it. */
export function visible(value: string): string {
  let out = "";
  for (const char of value) {
    const code = char.codePointAt(0) ?? 0;
    out += code === 0 || deceit(code) !== undefined ? `\\u{${code.toString(16)}}` : char;
  }
  return out;
}
