import { createFinder } from "./finder.ts";
import { formsOf } from "./forms.ts";
import { isSecretValue, sensitiveNames } from "./secrets.ts";
import { LONGEST_SHAPE, SHAPES, type Shape } from "./shapes.ts";

export const HIDDEN = "[REDACTED]";

export interface RedactorOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Further patterns for names of variables that hold secrets. */
  readonly patterns?: readonly string[];
  /** Names whose values may be shown. */
  readonly allowed?: readonly string[];
}

export interface Redactor {
  readonly text: (text: string) => string;
  /** The same value with every string in it redacted, names of fields included. */
  deep<T>(value: T): T;
  /** For text that arrives in pieces: a secret that lies across two of them is still found. */
  stream(): RedactingStream;
}

interface RedactingStream {
  /** What can be shown now; the rest is held until it cannot be the start of a secret. */
  push(piece: string): string;
  end(): string;
}

/** A part of a text to hide. `open` means the text ended before the secret had to. */
interface Span {
  readonly start: number;
  readonly end: number;
}

export function createRedactor(options: RedactorOptions): Redactor {
  const isSensitive = sensitiveNames(options.patterns ?? []);
  const values = Object.entries(options.environment).flatMap(([name, value]) =>
    value !== undefined && isSensitive(name) && !options.allowed?.includes(name) && isSecretValue(value)
      ? [value]
      : [],
  );
  const literals = [...new Set(values.flatMap(formsOf))];
  const anchored = SHAPES.flatMap((shape) => shape.anchors.map((anchor) => ({ anchor, shape })));
  const needles = [...literals, ...anchored.map(({ anchor }) => anchor)];
  const find = createFinder(needles);
  const reach = literals.reduce((most, literal) => Math.max(most, literal.length), LONGEST_SHAPE);

  function spans(text: string): Span[] {
    const found: Span[] = [];
    find(text, (at, needle) => {
      const shape = anchored[needle - literals.length]?.shape;
      const span = shape ? match(shape, text, at) : { start: at, end: at + (needles[needle]?.length ?? 0) };
      if (span) found.push(span);
    });
    return found.length < 2 ? found : merge(found);
  }

  const text = (input: string) => hide(input, spans(input));
  return {
    text,
    deep: (value) => deep(value, text) as typeof value,
    stream: () => redactingStream(spans, reach),
  };
}

function match(shape: Shape, text: string, at: number): Span | undefined {
  shape.pattern.lastIndex = at;
  const [whole, inner] = shape.pattern.exec(text)?.indices ?? [];
  const range = inner ?? whole;
  return range && { start: range[0], end: range[1] };
}

/** In order, overlapping ones joined: the longest form of a secret wins over its parts. */
function merge(found: Span[]): Span[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Span[] = [];
  for (const span of found) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}

function hide(text: string, found: readonly Span[]): string {
  if (found.length === 0) return text;
  let shown = "";
  let from = 0;
  for (const span of found) {
    shown += text.slice(from, span.start) + HIDDEN;
    from = span.end;
  }
  return shown + text.slice(from);
}

function deep(value: unknown, text: (input: string) => string): unknown {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return value.map((item) => deep(item, text));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), deep(item, text)]));
}

function redactingStream(spans: (text: string) => Span[], reach: number): RedactingStream {
  let held = "";
  return {
    push(piece) {
      const text = held + piece;
      // A secret that starts before this point lies wholly inside the text, however long its kind may be.
      const sure = text.length - reach;
      if (sure <= 0) {
        held = text;
        return "";
      }
      const found = spans(text);
      const across = found.find((span) => span.start < sure && span.end > sure);
      const cut = across ? across.end : sure;
      held = text.slice(cut);
      return hide(
        text.slice(0, cut),
        found.filter((span) => span.end <= cut),
      );
    },
    end() {
      const rest = hide(held, spans(held));
      held = "";
      return rest;
    },
  };
}
