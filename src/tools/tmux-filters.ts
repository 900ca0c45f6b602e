import { ToolError } from "../errors.ts";
import { rows } from "../tmux/listing.ts";
import type { Server } from "../tmux/server.ts";
import type { Within } from "../tmux/within.ts";

type Filters = Readonly<Record<string, string>>;
type Test = (value: string, wanted: string) => boolean;

const folded =
  (test: Test): Test =>
  (value, wanted) =>
    test(value.toLowerCase(), wanted.toLowerCase());

const exact: Test = (value, wanted) => value === wanted;
const contains: Test = (value, wanted) => value.includes(wanted);
const starts: Test = (value, wanted) => value.startsWith(wanted);
const ends: Test = (value, wanted) => value.endsWith(wanted);

const TESTS: Readonly<Record<string, Test>> = {
  contains,
  endswith: ends,
  eq: exact,
  exact,
  icontains: folded(contains),
  iendswith: folded(ends),
  iexact: folded(exact),
  in: contains,
  istartswith: folded(starts),
  nin: (value, wanted) => !contains(value, wanted),
  startswith: starts,
};

/** The engine for expressions is large; it is loaded when one is used. */
const EXPRESSIONS: Readonly<Record<string, { readonly matchCase: boolean }>> = {
  iregex: { matchCase: false },
  regex: { matchCase: true },
};

interface Listed {
  /** The list command the items came from: it is asked for fields the items do not carry. */
  readonly list: string;
  readonly key: readonly string[];
}

/** The items that pass every filter. A field that nothing has lets nothing pass. */
export async function filtered<T extends object>(
  server: Server,
  items: readonly T[],
  { filters = {}, list, key }: Listed & { readonly filters: Filters | undefined },
  limit: Within,
): Promise<T[]> {
  const wanted = await Promise.all(Object.entries(filters).map(([name, value]) => condition(name, value)));
  if (wanted.length === 0 || items.length === 0) return [...items];
  const more = wanted.map(({ field }) => field).filter((field) => !Object.hasOwn(items[0] ?? {}, field));
  const extra = await lookedUp(server, { list, key }, more.filter(isField), limit);
  const keyOf = (item: T) => key.map((name) => valueOf(item, name)).join(" ");
  return items.filter((item) =>
    wanted.every(({ field, passes }) => {
      const found = valueOf(item, field) ?? extra.get(keyOf(item))?.[field];
      return found !== undefined && found !== "" && passes(found);
    }),
  );
}

interface Condition {
  readonly field: string;
  readonly passes: (value: string) => boolean;
}

async function condition(name: string, wanted: string): Promise<Condition> {
  const at = name.lastIndexOf("__");
  const field = at < 0 ? name : name.slice(0, at);
  const op = at < 0 ? "exact" : name.slice(at + 2);
  const test = Object.hasOwn(TESTS, op) ? TESTS[op] : undefined;
  if (test) return { field, passes: (value) => test(value, wanted) };
  const expression = Object.hasOwn(EXPRESSIONS, op) ? EXPRESSIONS[op] : undefined;
  if (expression) {
    const { matcher } = await import("../tmux/pattern.ts");
    return { field, passes: matcher(wanted, { ...expression, regex: true }) };
  }
  const ops = [...Object.keys(TESTS), ...Object.keys(EXPRESSIONS)].toSorted().join(", ");
  throw new ToolError("ExpectedToolError", "A filter names an operator that does not exist.", {
    suggestion: `Write field__op with one of: ${ops}.`,
  });
}

/** Nothing but a plain name reaches tmux's formats. */
const isField = (name: string): boolean => /^[a-z][a-z0-9_]*$/.test(name);

function valueOf(item: object, field: string): string | undefined {
  if (!Object.hasOwn(item, field)) return undefined;
  const value: unknown = item[field as keyof typeof item];
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

async function lookedUp(
  server: Server,
  { list, key }: Listed,
  fields: readonly string[],
  limit: Within,
): Promise<Map<string, Record<string, string>>> {
  if (fields.length === 0) return new Map();
  const found = await rows(server, list, [...new Set([...key, ...fields])], limit);
  return new Map(found.map((row) => [key.map((name) => row[name]).join(" "), row]));
}
