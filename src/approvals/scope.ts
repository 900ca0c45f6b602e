import { realpathSync, statSync } from "node:fs";
import { basename, isAbsolute, resolve, sep } from "node:path";
import type { Finding } from "../policy/verdict.ts";

/** "This program with these flags in this folder": what one grant lets run again without a question. */
export interface Scope {
  /** The program's own file, links followed. */
  readonly program: string;
  /** The first plain word, such as `push` of `git push`. */
  readonly verb: string | null;
  readonly flags: readonly string[];
  readonly folder: string;
}

export interface Place {
  readonly cwd: string;
  readonly searchPath: readonly string[];
}

/** Programs that run whatever text they are given: a grant for one would be a grant for everything. */
const RUNS_ANYTHING =
  /^(?:(?:ba|da|z|fi|k|c|tc|a|mk|ya)?sh|busybox|toybox|env|xargs|find|parallel|watch|python[\d.]*|pypy\d*|perl|ruby|node|nodejs|deno|bun|php|lua[\d.]*|[gmn]?awk|sed|ssh|tmux|screen|docker|podman|kubectl|npx|bunx|uvx|make|eval|source|\.|exec|command|builtin|trap|time|nohup|timeout|nice|setsid|strace|gdb|vim?|nvim|emacs|ed|less|more|man|termgate|crontab|at|systemd-run)$/;

/**
 * The scopes that would cover these findings, one for each that is not safe. Undefined when any of them may never be
 * granted: a catastrophic one, one that is not a plain program, one that runs text it is given or reaches outside.
 */
export function scopesOf(findings: readonly Finding[], place: Place): readonly Scope[] | undefined {
  const scopes: Scope[] = [];
  for (const finding of findings) {
    if (finding.class === "safe") continue;
    const scope = finding.class === "dangerous" ? scopeOf(finding, place) : undefined;
    if (!scope) return undefined;
    scopes.push(scope);
  }
  return scopes.length > 0 ? scopes : undefined;
}

export function covers(granted: readonly Scope[], wanted: readonly Scope[]): boolean {
  return wanted.every((scope) => granted.some((one) => sameScope(one, scope)));
}

function sameScope(a: Scope, b: Scope): boolean {
  return (
    a.program === b.program &&
    a.verb === b.verb &&
    a.folder === b.folder &&
    a.flags.length === b.flags.length &&
    a.flags.every((flag, index) => flag === b.flags[index])
  );
}

function scopeOf({ argv, cwd }: Finding, place: Place): Scope | undefined {
  const [name, ...words] = argv;
  const folder = real(cwd ?? place.cwd);
  if (name === undefined || folder === undefined || words.some((word) => word === "")) return undefined;
  const program = locate(name, folder, place.searchPath);
  if (!program || RUNS_ANYTHING.test(basename(program)) || RUNS_ANYTHING.test(basename(name)))
    return undefined;
  const flags = words.filter((word) => word.startsWith("-"));
  const operands = words.filter((word) => !word.startsWith("-"));
  if (![...operands, ...flags].every((word) => staysInside(word, folder))) return undefined;
  const [first] = operands;
  const isVerb = first !== undefined && /^[a-z][a-z0-9:_-]*$/.test(first) && !exists(resolve(folder, first));
  return { program, verb: isVerb ? first : null, flags: flags.toSorted(), folder };
}

/** A word is no way out when, taken as a path, it lies in the folder; one to be expanded, or unknown (`…`), is. */
function staysInside(word: string, folder: string): boolean {
  if (/[$`*?[\]{}~…]|:\/\//.test(word)) return false;
  const value = word.startsWith("-") ? word.slice(word.indexOf("=") + 1) : word;
  if (value.startsWith("-") && !value.includes("/")) return true;
  const path = resolve(folder, value);
  const target = real(path) ?? path;
  return target === folder || target.startsWith(folder + sep);
}

function locate(name: string, folder: string, searchPath: readonly string[]): string | undefined {
  if (name.includes("/")) return real(isAbsolute(name) ? name : resolve(folder, name));
  const found = searchPath.map((entry) => resolve(entry, name)).find((path) => isFile(path));
  return found && real(found);
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
