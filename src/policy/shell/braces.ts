import { parseWord, type Word } from "../grammar.ts";

const MOST_WORDS = 128;
const LONGEST = 2_000;

/**
 * Brace expansion as bash does it: on the text, before anything else. Undefined when there are too many words
 * or the text does not read as one word again.
 */
export function expandBraces(word: Word): readonly Word[] | undefined {
  if (word.text.length > LONGEST) return undefined;
  const done: Word[] = [];
  const waiting: Word[] = [word];
  let work = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    work += 1;
    const brace = next.parts?.find((part) => part.type === "BraceExpansion");
    if (brace === undefined) {
      done.push(next);
      continue;
    }
    if (next.text.length !== next.end - next.pos || work > MOST_WORDS * 4) return undefined;
    const before = next.text.slice(0, brace.pos - next.pos);
    const after = next.text.slice(brace.end - next.pos);
    const choices = choicesOf(brace.text);
    if (choices === undefined || done.length + waiting.length + choices.length > MOST_WORDS) return undefined;
    const words: Word[] = [];
    for (const choice of choices) {
      const text = before + choice + after;
      // An alternative without any text vanishes, as it does in bash.
      if (text === "") continue;
      const parsed = parseWord(text);
      if (parsed === undefined) return undefined;
      words.push(parsed);
    }
    waiting.unshift(...words);
  }
  return done;
}

function choicesOf(brace: string): readonly string[] | undefined {
  const inside = brace.slice(1, -1);
  const listed = splitAtCommas(inside);
  return listed.length > 1 ? listed : sequence(inside);
}

function sequence(inside: string): readonly string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(inside);
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(inside);
  const match = numbers ?? letters;
  if (match === null) return undefined;
  const [, first = "", last = "", given] = match;
  const from = numbers ? Number(first) : (first.codePointAt(0) ?? 0);
  const to = numbers ? Number(last) : (last.codePointAt(0) ?? 0);
  const step = Math.abs(Number(given ?? 1)) || 1;
  if (Math.abs(to - from) / step > MOST_WORDS) return undefined;
  const width =
    numbers && /^-?0\d/.test(`${first}|${last}`.replace(/^.*\|(?=-?0\d)/, ""))
      ? Math.max(first.length, last.length)
      : 0;
  const out: string[] = [];
  for (let at = from; from <= to ? at <= to : at >= to; at += from <= to ? step : -step) {
    if (!numbers) out.push(quoted(String.fromCodePoint(at)));
    else if (width === 0 && !/^-?0\d/.test(first)) out.push(String(at));
    else
      out.push(
        (at < 0 ? "-" : "") +
          String(Math.abs(at)).padStart(Math.max(first.length, last.length) - (at < 0 ? 1 : 0), "0"),
      );
  }
  return out;
}

/** Between `Z` and `a` lie characters the shell would read as syntax. */
const quoted = (char: string): string => (/[A-Za-z]/.test(char) ? char : `\\${char}`);

function splitAtCommas(text: string): string[] {
  const out: string[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    if (text.charAt(at) === ",") {
      out.push(text.slice(start, at));
      start = at + 1;
      at += 1;
    } else at = skip(text, at);
  }
  return [...out, text.slice(start)];
}

/** The index after the quoted, escaped or bracketed stretch that begins here. */
function skip(text: string, at: number): number {
  const char = text.charAt(at);
  const two = text.slice(at, at + 2);
  if (char === "\\") return at + 2;
  if (two === "$'") return closing(text, at + 2, "'", true);
  if (char === "'") return closing(text, at + 1, "'", false);
  if (char === '"' || char === "`") return closing(text, at + 1, char, true);
  if (two === "$(" || two === "<(" || two === ">(") return balanced(text, at + 1, "(", ")");
  if (two === "${") return balanced(text, at + 1, "{", "}");
  if (char === "{") return balanced(text, at, "{", "}");
  return at + 1;
}

function closing(text: string, from: number, mark: string, escapes: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    if (escapes && text.charAt(at) === "\\") at += 1;
    else if (text.charAt(at) === mark) return at + 1;
  }
  return text.length;
}

function balanced(text: string, from: number, open: string, close: string): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === open) depth += 1;
    if (char === close) depth -= 1;
    if (depth === 0) return at + 1;
    at = char === open || char === close ? at + 1 : skip(text, at);
  }
  return text.length;
}
