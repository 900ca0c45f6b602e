import { deep } from "./deep.ts";
import { dumpsIn } from "./dump.ts";
import { createFinder } from "./finder.ts";
import { formsOf } from "./forms.ts";
import { isSecretValue, sensitiveNames } from "./secrets.ts";
import { findShapes, findWrappedShapes, LONGEST_SHAPE } from "./shape-finder.ts";
import { hide, merge, type Span } from "./span.ts";
import { type RedactingStream, redactingStream } from "./stream.ts";
import { without, WITHOUT_BLANKS, WITHOUT_ESCAPES, WITHOUT_ROWS } from "./view.ts";

export { HIDDEN } from "./span.ts";

export interface RedactorOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Further patterns for names of variables that hold secrets. */
  readonly patterns?: readonly string[];
  /** Names whose values may be shown. */
  readonly allowed?: readonly string[];
}

export interface Redactor {
  readonly text: (text: string) => string;
  /** For what a terminal shows: a secret may also run over the end of a row. */
  readonly rows: (text: string) => string;
  /** The same value with every string in it redacted, names of fields included. */
  deep<T>(value: T, text?: (text: string) => string): T;
  stream(): RedactingStream;
}

/** Shorter ones, spread over several rows or with blanks between, would be found in ordinary words. */
const LEAST_SPREAD = 8;
/** In a dump with one byte on each line, a byte takes about this many letters. */
const DUMPED = 16;
const LONGEST_DUMPED = 65_536;

export function createRedactor(options: RedactorOptions): Redactor {
  const values = secretsOf(options);
  const find = createFinders(values);
  const longest = values.reduce((most, value) => Math.max(most, value.length), 0);
  const dumped = Math.min(longest * DUMPED, LONGEST_DUMPED);
  const reach = Math.max(LONGEST_SHAPE, dumped, find.longest * 3);

  const spans = (text: string) =>
    merge(both(both(find.written(text), find.dumped(text)), find.coloured(text)));
  const wrapped = (text: string) =>
    merge(both(both(find.written(text), find.dumped(text)), findWrappedShapes(text, WITHOUT_ROWS)));
  const text = (input: string) => hide(input, spans(input));
  return {
    text,
    rows: (input) => hide(input, wrapped(input)),
    // Every string is replaced by a string, so the shape of the value stays.
    deep: (value, by = text) => deep(value, by) as typeof value,
    stream: () => redactingStream(spans, reach),
  };
}

function secretsOf({ environment, patterns = [], allowed = [] }: RedactorOptions): readonly string[] {
  const isSensitive = sensitiveNames(patterns);
  const values = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && isSensitive(name) && !allowed.includes(name) && isSecretValue(value)
      ? [value]
      : [],
  );
  return [...new Set(values)];
}

function createFinders(values: readonly string[]) {
  const literals = [...new Set(values.flatMap(formsOf))];
  const compact = literals.map((literal) => literal.replace(WITHOUT_BLANKS, ""));
  const spread = [...new Set(compact.filter((literal) => literal.length >= LEAST_SPREAD))];
  const short = literals.filter((_, index) => (compact[index] ?? "").length < LEAST_SPREAD);
  const shortestSpread = spread.reduce((least, literal) => Math.min(least, literal.length), Infinity);
  const findSpread = spansOf(spread);
  const findShort = spansOf(short);
  const findBytes = spansOf(values.map((value) => Buffer.from(value, "utf8").toString("latin1")));

  return {
    longest: literals.reduce((most, literal) => Math.max(most, literal.length), 0),
    written(text: string): readonly Span[] {
      const found = both(findShapes(text), findShort(text));
      // What is taken out only makes it shorter.
      if (text.length < shortestSpread) return found;
      const view = without(text, WITHOUT_BLANKS);
      return both(
        found,
        findSpread(view.text).map((span) => view.back(span)),
      );
    },
    dumped(text: string): readonly Span[] {
      const dumps = dumpsIn(text);
      if (dumps.length === 0) return NONE;
      return dumps.flatMap((dump) =>
        [...findBytes(dump.bytes), ...findShapes(dump.bytes)].map((span) => dump.linesOf(span)),
      );
    },
    coloured(text: string): readonly Span[] {
      return text.includes("\u001b") ? findWrappedShapes(text, WITHOUT_ESCAPES) : NONE;
    },
  };
}

/** Nearly every text holds nothing to hide, and every text is looked at: no list is made for nothing. */
const NONE: readonly Span[] = [];

function both(some: readonly Span[], others: readonly Span[]): readonly Span[] {
  if (others.length === 0) return some;
  return some.length === 0 ? others : [...some, ...others];
}

function spansOf(needles: readonly string[]): (text: string) => readonly Span[] {
  if (needles.length === 0) return () => NONE;
  const find = createFinder(needles);
  return (text) => {
    const found: Span[] = [];
    find(text, (start, needle) => found.push({ start, end: start + (needles[needle]?.length ?? 0) }));
    return found;
  };
}
