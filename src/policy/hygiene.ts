import { dangerous, type Charge } from "./charge.ts";

const CONTROL = /[\u0001-\u0008\u000B-\u001F\u007F-\u009F]/;
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const INVISIBLE = /[\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B-\u200D\u2060-\u2064\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/u;
const BLANK = /[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/;
const FULLWIDTH = /[\uFF01-\uFF5E]/;

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
  const charges: Charge[] = [];
  const found = (pattern: RegExp, what: string) => {
    if (pattern.test(command)) charges.push(dangerous("text-hygiene", "text hygiene", `the command holds ${what}`));
  };
  found(CONTROL, "control characters");
  found(BIDI, "characters that change the direction of text");
  found(INVISIBLE, "invisible characters");
  found(BLANK, "blanks that are no blanks to a shell");
  found(FULLWIDTH, "fullwidth look-alikes");
  if (command.trim() === "") charges.push(dangerous("empty-command", "syntax", "there is nothing to run"));
  return charges;
}

/** The same text with everything above made visible, for people who approve it. */
export function visible(value: string): string {
  return value.replaceAll(
    /[\u0000-\u0008\u000B-\u001F\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\u3164\uFEFF\uFF01-\uFF5E\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
