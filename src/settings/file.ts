import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { Entry } from "./names.ts";
import { type Origin, type Problem, unknown } from "./problem.ts";

const LARGEST = 1_000_000;

/** The text of a settings file, or nothing where there is none. Throws when there is one that cannot be read. */
export type ReadFile = (path: string) => string | undefined;

export function readFile(path: string): string | undefined {
  let file: number;
  try {
    // Not blocking: a named pipe in place of the file must not hold up the start.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) throw new Error("not a regular file");
    if (facts.size > LARGEST) throw new Error(`larger than ${LARGEST} bytes`);
    // Strict, because a mangled value is another value; it also takes off a byte order mark.
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } finally {
    closeSync(file);
  }
}

export interface Contents {
  /** By TOML path of the setting. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly Problem[];
}

/** Reads one settings file. What is wrong with the file as a whole is a reason not to start. */
export async function readSettingsFile(
  path: string,
  origin: Origin,
  read: ReadFile,
  entries: readonly Entry[],
): Promise<Contents | undefined> {
  const refuse = (message: string): Contents => ({
    values: new Map(),
    problems: [
      {
        level: "refuse",
        origin,
        message: `${path} ${message} Mend or remove it; nothing is started meanwhile.`,
      },
    ],
  });
  let text: string | undefined;
  try {
    text = read(path);
  } catch (error) {
    return refuse(
      `cannot be read (${codeOf(error) ?? (error instanceof Error ? error.message : "unknown")}).`,
    );
  }
  if (text === undefined) return undefined;
  // Most starts have no file, and the parser is only loaded for one.
  const { parse } = await import("smol-toml");
  try {
    return sort(parse(text), origin, entries);
  } catch (error) {
    // The parser's own message quotes the file, which may hold secrets: only the place is told.
    const { line, column } = error as { line?: number; column?: number };
    return refuse(
      line === undefined ? "is not valid TOML." : `is not valid TOML (line ${line}, column ${column}).`,
    );
  }
}

/** Puts each value under its setting and names every key that belongs to none. */
function sort(document: object, origin: Origin, entries: readonly Entry[]): Contents {
  const values = new Map<string, unknown>();
  const problems: Problem[] = [];
  const paths = new Set(entries.map(({ path }) => path));
  const groups = new Set(
    [...paths].flatMap((path) => (path.includes(".") ? [path.slice(0, path.indexOf("."))] : [])),
  );
  const place = (path: string, value: unknown): void => {
    if (paths.has(path)) values.set(path, value);
    else if (groups.has(path) && isTable(value))
      for (const [key, inner] of Object.entries(value)) place(`${path}.${key}`, inner);
    else if (groups.has(path))
      problems.push({
        level: "refuse",
        origin,
        message: `${path} in the ${origin} must be a table, [${path}].`,
      });
    else problems.push(unknown(origin, path, paths));
  };
  for (const [key, value] of Object.entries(document)) place(key, value);
  return { values, problems };
}

function isTable(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
