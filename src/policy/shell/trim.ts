import { matchesName } from "../paths/pattern.ts";

const LONGEST = 512;

/** `${x#p}` and its relatives on values that are known; undefined when it is not worth the work. */
export function trimmed(value: string, operator: string, pattern: string): string | undefined {
  if (value.length > LONGEST) return undefined;
  const fromStart = operator.startsWith("#");
  const greedy = operator.length === 2;
  const lengths = Array.from({ length: value.length + 1 }, (_, at) => at);
  if (greedy) lengths.reverse();
  for (const length of lengths) {
    const piece = fromStart ? value.slice(0, length) : value.slice(value.length - length);
    if (matchesName(pattern, piece))
      return fromStart ? value.slice(length) : value.slice(0, value.length - length);
  }
  return value;
}

export function replaced(
  value: string,
  operator: string,
  change: { pattern: string; by: string },
): string | undefined {
  if (/[*?[\\]/.test(change.pattern) || change.pattern === "" || /[&\\]/.test(change.by)) return undefined;
  if (operator === "//") return value.split(change.pattern).join(change.by);
  if (operator === "/#")
    return value.startsWith(change.pattern) ? change.by + value.slice(change.pattern.length) : value;
  if (operator === "/%") {
    return value.endsWith(change.pattern)
      ? value.slice(0, value.length - change.pattern.length) + change.by
      : value;
  }
  return value.replace(change.pattern, () => change.by);
}

export function cased(value: string, operator: string): string {
  if (operator === "^^") return value.toUpperCase();
  if (operator === ",,") return value.toLowerCase();
  const first = value.charAt(0);
  return (operator === "^" ? first.toUpperCase() : first.toLowerCase()) + value.slice(1);
}

export function sliced(value: string, offset: string, length: string | undefined): string | undefined {
  if (!/^\s*-?\d+\s*$/.test(offset) || (length !== undefined && !/^\s*-?\d+\s*$/.test(length)))
    return undefined;
  const from = Number(offset) < 0 ? value.length + Number(offset) : Number(offset);
  if (from < 0) return "";
  if (length === undefined) return value.slice(from);
  return Number(length) < 0
    ? value.slice(from, value.length + Number(length))
    : value.slice(from, from + Number(length));
}
