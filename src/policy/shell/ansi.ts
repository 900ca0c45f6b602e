/**
 * `$'…'` with the braced form `\x{…}`, which bash decodes and our parser keeps as text. Undefined when the word
 * has none; then the parser's own decoding is right.
 */
export function bracedHex(text: string): string | undefined {
  if (!text.includes("\\x{")) return undefined;
  const inside = text.slice(2, -1);
  let out = "";
  for (let at = 0; at < inside.length; at += 1) {
    const char = inside.charAt(at);
    if (char !== "\\") {
      out += char;
      continue;
    }
    const rest = inside.slice(at);
    const match =
      /^\\(?:x\{([0-9a-fA-F]*)\}?|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|(.))/s.exec(
        rest,
      );
    if (match === null) return `${out}\\`;
    const [whole, braced, hex, short, long, octal, control, plain] = match;
    at += whole.length - 1;
    const digits = braced ?? hex ?? short ?? long;
    if (digits !== undefined) {
      const code = digits === "" ? 0 : Number.parseInt(digits.slice(-8), 16);
      const value = braced !== undefined || hex !== undefined ? code & 0xff : code;
      if (value === 0) return out;
      out += value > 0x10_ff_ff ? "\uFFFD" : String.fromCodePoint(value);
    } else if (octal !== undefined) {
      const value = Number.parseInt(octal, 8) & 0xff;
      if (value === 0) return out;
      out += String.fromCodePoint(value);
    } else if (control !== undefined) out += String.fromCodePoint((control.codePointAt(0) ?? 0) & 0x1f);
    else out += SHORT[plain ?? ""] ?? `\\${plain}`;
  }
  return out;
}

const SHORT: Record<string, string> = {
  a: "\u0007",
  b: "\b",
  e: "\u001B",
  E: "\u001B",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};
