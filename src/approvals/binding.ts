import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { Finding } from "../policy/verdict.ts";

/** One text that would run, with what the judge found in it. */
interface Matter {
  readonly text: string;
  readonly cwd: string;
  readonly findings: readonly Finding[];
}

export interface Intent {
  readonly tool: string;
  /** Whose call it is: a yes to one caller is none to another. */
  readonly principal: string;
  /** Every argument of the call, so that a yes for one pane is none for another. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly matters: readonly Matter[];
  readonly searchPath: readonly string[];
  readonly policyVersion: string;
}

const MOST_FILES = 200;
const MOST_BYTES = 32 << 20;

/**
 * What a yes stands for: the exact bytes, where they run, which files the names mean now and what is in those files.
 * Computed again right before the command runs; any difference makes it another intent.
 */
export function digestOf(intent: Intent): string {
  const hash = createHash("sha256");
  field(hash, "termgate-intent-1");
  field(hash, intent.policyVersion);
  field(hash, intent.tool);
  field(hash, intent.principal);
  field(hash, canonical(intent.input));
  field(hash, intent.searchPath.join("\0"));
  for (const { text, cwd, findings } of intent.matters) {
    field(hash, text);
    field(hash, cwd);
    field(hash, whatIsThere(cwd));
    for (const path of filesOf(findings, cwd, intent.searchPath)) {
      field(hash, path);
      field(hash, whatIsThere(path));
    }
  }
  return hash.digest("hex");
}

/** Length first: no two lists of fields can read the same. */
function field(hash: Hash, value: string): void {
  const bytes = Buffer.from(value, "utf8");
  hash.update(`${bytes.length}:`).update(bytes);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === "object" && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** Programs by the path they resolve to, and every word that names something: a script, a file, a folder. */
function filesOf(findings: readonly Finding[], cwd: string, searchPath: readonly string[]): string[] {
  const paths = findings.flatMap(({ argv, cwd: own, paths: uses }) => {
    const [program, ...words] = argv;
    const base = own ?? cwd;
    const named = words.flatMap((word) => [
      word,
      word.slice(word.indexOf("=") + 1),
      word.replace(/^-\w|^@/, ""),
    ]);
    return [
      ...(program ? candidates(program, base, searchPath) : []),
      ...uses.map(({ path }) => path),
      ...named.map((word) => resolve(base, word)),
    ];
  });
  return [...new Set(paths)].slice(0, MOST_FILES);
}

/** Everywhere a name is looked up before it is found: a file that appears earlier in the list is another program. */
function candidates(program: string, base: string, searchPath: readonly string[]): string[] {
  if (program.includes("/")) return [isAbsolute(program) ? program : resolve(base, program)];
  return searchPath.map((folder) => resolve(folder, program));
}

function whatIsThere(path: string): string {
  try {
    const real = realpathSync(path);
    const found = statSync(real, { bigint: true });
    const identity = `${real}\0${found.dev}:${found.ino}:${found.mode}`;
    if (!found.isFile()) return identity;
    const content =
      found.size <= MOST_BYTES ? sha256(real) : `${found.size}:${found.mtimeNs}:${found.ctimeNs}`;
    return `${identity}\0${content}`;
  } catch {
    return "missing";
  }
}

function sha256(path: string): string {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(256 << 10);
  const file = openSync(path, "r");
  try {
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
      hash.update(buffer.subarray(0, read));
    return hash.digest("hex");
  } finally {
    closeSync(file);
  }
}
