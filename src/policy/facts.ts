import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import type { Facts } from "./world.ts";

const MOST_NAMES = 5_000;
const MOST_BYTES = 256 * 1024;

/** What the file system says now. Every failure reads as "not there": a judge must not stumble over a disk. */
export const realFacts: Facts = {
  link(path) {
    return quietly(() => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      return found?.isSymbolicLink() === true ? readlinkSync(path) : undefined;
    });
  },
  kind(path) {
    const found = quietly(() => statSync(path, { throwIfNoEntry: false }));
    if (found === undefined) return "missing";
    return found.isDirectory() ? "directory" : found.isFile() ? "file" : "other";
  },
  names(path) {
    return quietly(() => {
      const names = readdirSync(path);
      return names.length > MOST_NAMES ? undefined : names;
    });
  },
  text(path) {
    return quietly(() => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isFile() === true && found.size <= MOST_BYTES ? readFileSync(path, "utf8") : undefined;
    });
  },
};

function quietly<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
