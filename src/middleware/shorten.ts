/** The longest a letter gets in JSON: `\u001b`. */
export const LONGEST_LETTER = 6;
/** Strings below this are names, ids and cursors: half of one is worth nothing. */
const SHORTEST_CUT = 2_048;

/**
 * The same shape in at most `maxBytes` of JSON, as far as that goes. Text gives up its head line by line, the longest
 * first; where there are simply too many things, a list of them loses its end.
 */
export function fit<T extends Readonly<Record<string, unknown>>>(value: T, maxBytes: number): T {
  if (jsonBytes(value) <= maxBytes) return value;
  const copy = structuredClone(value);
  fewer(copy, Math.floor(maxBytes / 2));
  const texts = textsOf(copy);
  const sizes = texts.map(({ size }) => size);
  const most = level(sizes, maxBytes - jsonBytes(copy) + sum(sizes));
  for (const text of texts) if (text.size > most) text.keep(most);
  return copy;
}

/** The most each may take so that all fit into the room: small ones take less, and the others share what they leave. */
export function level(sizes: readonly number[], room: number): number {
  let left = room;
  for (const [i, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = left / (sizes.length - i);
    if (size > share) return Math.max(0, Math.floor(share));
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** The last lines that fit. Where not even the last one does, its end is better than nothing. */
export function lastLines(
  lines: readonly string[],
  maxBytes: number,
  /** What stands between two lines, in bytes. */
  between: number,
): string[] {
  let left = maxBytes;
  let from = lines.length;
  while (from > 0) {
    const cost = stringBytes(lines[from - 1] ?? "") + between;
    if (cost > left) break;
    left -= cost;
    from -= 1;
  }
  const last = lines.at(-1);
  return from === lines.length && last !== undefined ? [tail(last, maxBytes - between)] : lines.slice(from);
}

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

const stringBytes = (text: string) => jsonBytes(text) - 2;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

function tail(text: string, maxBytes: number): string {
  let from = Math.max(0, text.length - Math.max(0, maxBytes));
  for (let over = 0; (over = stringBytes(text.slice(from)) - maxBytes) > 0 && from < text.length;)
    from += Math.ceil(over / LONGEST_LETTER);
  // A lone low surrogate at the start would be half a character.
  const code = text.charCodeAt(from);
  return text.slice(code >= 0xdc00 && code <= 0xdfff ? from + 1 : from);
}

interface Text {
  readonly size: number;
  keep(maxBytes: number): void;
}

/** Everything in it that can be cut: lists of lines, and strings that are long enough. */
function textsOf(root: Readonly<Record<string, unknown>>): Text[] {
  const texts: Text[] = [];
  const visit = (value: unknown, set: (value: unknown) => void) => {
    if (typeof value === "string") {
      const size = stringBytes(value);
      const keep = (bytes: number) => set(lastLines(value.split("\n"), bytes, 2).join("\n"));
      if (size > SHORTEST_CUT) texts.push({ size, keep });
    } else if (isLines(value)) {
      const size = jsonBytes(value) - 2;
      texts.push({ size, keep: (bytes) => set(lastLines(value, bytes, 3)) });
    } else if (typeof value === "object" && value !== null) {
      const holder = value as Record<string, unknown>;
      for (const [name, inner] of Object.entries(holder)) visit(inner, (cut) => (holder[name] = cut));
    }
  };
  visit(root, () => {});
  return texts;
}

/** Lists of things lose their end until what is not text takes at most so much. */
function fewer(root: Readonly<Record<string, unknown>>, maxBytes: number): void {
  const lists = Object.values(root).filter(
    (value): value is unknown[] => Array.isArray(value) && !isLines(value),
  );
  for (;;) {
    const bare = jsonBytes(root) - sum(textsOf(root).map(({ size }) => size));
    const [longest] = lists.toSorted((a, b) => b.length - a.length);
    if (bare <= maxBytes || !longest?.length) return;
    longest.length = Math.floor((longest.length * maxBytes) / bare);
  }
}

function isLines(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
