import { isDeepStrictEqual } from "node:util";

export type Format = "jsonc" | "toml";

/** A file that cannot be changed without a risk to what else is in it. */
export class Uneditable extends Error {}

export type Table = Readonly<Record<string, unknown>>;

/** What the file says, or nothing where it is not of its format. */
export async function parseConfig(format: Format, text: string): Promise<Table | undefined> {
  try {
    if (format === "toml") {
      const { parse } = await import("smol-toml");
      return parse(text, { integersAsBigInt: true });
    }
    const { readTree } = await import("./jsonc-tree.ts");
    const { value, members } = readTree(text.trim() === "" ? "{}" : text);
    return members ? (value as Table) : undefined;
  } catch {
    return undefined;
  }
}

export function entryAt(config: Table, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isTable(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    config,
  );
}

/** The text with one entry set, or taken out when there is no value. Refused unless everything else stays as it was. */
export async function editConfig(
  format: Format,
  text: string,
  path: readonly string[],
  value: Table | undefined,
): Promise<string> {
  const before = await parseConfig(format, text);
  if (!before) throw new Uneditable(`it is not valid ${format === "toml" ? "TOML" : "JSON"}`);
  if (isDeepStrictEqual(plainly(entryAt(before, path)), plainly(value))) return text;
  let edited: string;
  try {
    edited = await edit(format, text, path, value);
  } catch {
    throw new Uneditable(`${path.slice(0, -1).join(".")} is not a table of servers there`);
  }
  const after = await parseConfig(format, edited);
  const same = (left: unknown, right: unknown) => isDeepStrictEqual(tidied(left, path), tidied(right, path));
  const set = after && isDeepStrictEqual(plainly(entryAt(after, path)), plainly(value));
  if (!after || !set || !same(before, after))
    throw new Uneditable("it is written in a way that cannot be changed safely");
  return edited;
}

async function edit(
  format: Format,
  text: string,
  path: readonly string[],
  value: Table | undefined,
): Promise<string> {
  if (format === "toml") {
    const { removeToml, setToml } = await import("./toml.ts");
    return value ? setToml(text, path, value) : removeToml(text, path);
  }
  const { removeJson, setJson } = await import("./jsonc.ts");
  return value ? setJson(text, path, value) : removeJson(text, path);
}

/** Everything but our entry, so that two texts can be compared by what else they say. */
function tidied(value: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (!isTable(value)) return value;
  const { [key]: inner, ...others } = value;
  if (rest.length === 0) return plainly(others);
  const deeper = tidied(inner ?? {}, rest);
  const empty = isTable(deeper) && Object.keys(deeper).length === 0;
  return empty ? plainly(others) : { ...(plainly(others) as object), [key]: deeper };
}

/** The same value without the prototypes and big integers of one parser. */
function plainly(value: unknown): unknown {
  if (typeof value === "bigint") return { integer: String(value) };
  if (typeof value === "number") return Number.isInteger(value) ? { integer: String(value) } : value;
  if (Array.isArray(value)) return value.map(plainly);
  if (value instanceof Date || !isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainly(inner)]));
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
