import { readdirSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { Finding } from "../policy/verdict.ts";

export interface Blast {
  readonly word: string;
  readonly files: number;
  /** True when counting stopped: there are at least this many. */
  readonly more: boolean;
}

const MOST = 10_000;

/** How much each pattern or folder among the words of a dangerous command stands for now. */
export function blastOf(findings: readonly Finding[], cwd: string): readonly Blast[] {
  const words = findings
    .filter((finding) => finding.class !== "safe")
    .flatMap((finding) => finding.argv.slice(1).map((word) => ({ word, base: finding.cwd ?? cwd })))
    .filter(({ word }) => !word.startsWith("-"));
  const seen = new Set<string>();
  return words.flatMap(({ word, base }) => {
    if (seen.has(word) || seen.size > 20) return [];
    seen.add(word);
    const matches = /[*?[]/.test(word) ? expand(word, base) : [resolve(base, word)];
    const isPlain = matches.length === 1 && !/[*?[]/.test(word);
    if (isPlain && !isFolder(matches[0] ?? "")) return [];
    return [{ word, ...count(matches) }];
  });
}

function expand(pattern: string, base: string): string[] {
  let found = [isAbsolute(pattern) ? "/" : base];
  for (const part of pattern.split("/").filter(Boolean)) {
    if (part === "." || part === ".." || !/[*?[]/.test(part)) found = found.map((path) => join(path, part));
    else
      found = found.flatMap((path) =>
        names(path)
          .filter(matcher(part))
          .map((name) => join(path, name)),
      );
    found = found.filter((path) => statSync(path, { throwIfNoEntry: false })).slice(0, MOST);
  }
  return found;
}

/** Only what a shell understands in a file name: `*`, `?` and `[…]`; a leading dot must be written. */
function matcher(part: string): (name: string) => boolean {
  const source = part.replace(/\[[!^]?\]?[^\]]*\]|[*?]|[^*?[]+|\[/g, (piece) => {
    if (piece === "*") return "[^/]*";
    if (piece === "?") return "[^/]";
    if (piece.startsWith("[") && piece.endsWith("]"))
      return piece.replace("[!", "[^").replaceAll("\\", "\\\\");
    return piece.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  });
  try {
    const pattern = new RegExp(`^${source}$`, "s");
    return (name) => (part.startsWith(".") || !name.startsWith(".")) && pattern.test(name);
  } catch {
    return () => false;
  }
}

function count(paths: readonly string[]): Omit<Blast, "word"> {
  let files = 0;
  const queue = [...paths];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (files >= MOST || queue.length > MOST) return { files, more: true };
    if (!isFolder(path)) files++;
    else for (const entry of names(path)) queue.push(join(path, entry));
  }
  return { files, more: false };
}

function names(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
