import type { Span } from "./span.ts";

/** Bytes that a dump spells out over one or several lines. */
export interface Dump {
  /** One letter for each byte. */
  readonly bytes: string;
  /** The lines, without their addresses, that spell this part of the bytes. */
  linesOf(span: Span): Span;
}

interface Line {
  /** Where what follows the address begins and ends. */
  readonly start: number;
  readonly end: number;
  readonly bytes: string;
}

/** An address, perhaps a colon, then the columns. */
const DUMP_LINE = /^[0-9a-f]{4,16}:?[ \t].*$/gim;

/** Reads what `xxd`, `hexdump` and `od` print, in every way a line can be read. */
export function dumpsIn(text: string): Dump[] {
  const found = mayHoldDump(text) ? Array.from(text.matchAll(DUMP_LINE)) : [];
  if (found.length === 0) return [];
  return READINGS.flatMap((read) => {
    const blocks: Line[][] = [];
    let after = -1;
    for (const { index, 0: line } of found) {
      const bytes = read(line);
      if (bytes === undefined) continue;
      const address = line.search(/[ \t]/);
      const one = { start: index + address, end: index + line.length, bytes };
      if (index === after) blocks.at(-1)?.push(one);
      else blocks.push([one]);
      after = index + line.length + 1;
    }
    return blocks.map(dump);
  });
}

/** Four hexadecimal digits at the start of a line; looked for by hand, because every text is. */
function mayHoldDump(text: string): boolean {
  for (let at = 0; at >= 0 && at < text.length; at = text.indexOf("\n", at) + 1 || -1) {
    if (isHex(text, at) && isHex(text, at + 1) && isHex(text, at + 2) && isHex(text, at + 3)) return true;
  }
  return false;
}

function isHex(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

function dump(lines: readonly Line[]): Dump {
  return {
    bytes: lines.map(({ bytes }) => bytes).join(""),
    linesOf({ start, end }) {
      let at = 0;
      const covered = lines.filter(({ bytes }) => {
        const from = at;
        at += bytes.length;
        return from < end && at > start;
      });
      return { start: covered[0]?.start ?? 0, end: covered.at(-1)?.end ?? 0 };
    },
  };
}

type Reading = (line: string) => string | undefined;

const READINGS: readonly Reading[] = [
  (line) => read(numbers(line), /^(?:[0-9a-f]{2})+$/i, (word) => hex(word)),
  (line) => read(numbers(line), /^(?:[0-9a-f]{4}|[0-9a-f]{8}|[0-9a-f]{16})$/i, (word) => reversed(hex(word))),
  (line) => read(numbers(line), /^[0-3][0-7]{2}$/, (word) => letter(Number.parseInt(word, 8))),
  (line) => read(numbers(line), /^[01][0-7]{5}$/, (word) => pair(Number.parseInt(word, 8))),
  (line) => read(numbers(line), /^\d{1,3}$/, (word) => letter(Number(word))),
  cells,
];

function read(words: readonly string[], kind: RegExp, bytes: (word: string) => string): string | undefined {
  return words.length > 0 && words.every((word) => kind.test(word)) ? words.map(bytes).join("") : undefined;
}

/** The words between the address and the column of letters, which stands in bars, arrows or after two blanks. */
function numbers(line: string): string[] {
  const columns = line
    .replace(/^\S+[ \t]+/, "")
    .replace(/[ \t]+[|>].*[|<]$/, "")
    .trimEnd();
  const isXxd = /^[0-9a-f]+:/i.test(line);
  return (isXxd ? (columns.split(/ {2,}/)[0] ?? "") : columns).split(/\s+/);
}

const NAMED: Readonly<Record<string, string>> = {
  "": " ",
  sp: " ",
  "\\n": "\n",
  nl: "\n",
  "\\t": "\t",
  ht: "\t",
  "\\r": "\r",
  cr: "\r",
  "\\0": "\0",
  nul: "\0",
};

/** `od -c` and `od -a`: four columns for each byte, after an address of seven digits. */
function cells(line: string): string | undefined {
  if (!/^[0-9a-f]{6,7} /i.test(line)) return undefined;
  const columns = line.slice(line.indexOf(" ")).match(/.{1,4}/g) ?? [];
  const bytes = columns.map((cell) => {
    const word = cell.trim();
    if (word.length === 1) return word;
    if (/^[0-3][0-7]{2}$/.test(word)) return letter(Number.parseInt(word, 8));
    // Any other name stands for a byte no secret holds.
    return NAMED[word] ?? (word.length <= 3 ? "\u0001" : undefined);
  });
  return bytes.includes(undefined) ? undefined : bytes.join("");
}

const hex = (word: string) => Buffer.from(word, "hex").toString("latin1");
const reversed = (bytes: string) => Array.from(bytes).toReversed().join("");
const letter = (code: number) => String.fromCharCode(code & 0xff);
const pair = (code: number) => letter(code) + letter(code >> 8);
