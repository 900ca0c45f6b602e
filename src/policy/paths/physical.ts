import type { Facts } from "../world.ts";

export interface Place {
  readonly path: string;
  /** The way leads through `/proc/<process>/root` or `cwd`, which no list of paths can describe. */
  readonly throughProcess: boolean;
}

const MOST_LINKS = 40;
const PROCESS_DOOR = /^\/proc\/[^/]+\/(task\/[^/]+\/)?(root|cwd)$/;

/**
 * Where an absolute path really leads: links are followed as far as the path exists, `..` is applied after
 * them, and what does not exist yet is kept as it is.
 */
export function physical(path: string, facts: Facts, followLast = true): Place {
  let pending = parts(path);
  let resolved = "";
  let links = 0;
  let throughProcess = false;
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    if (part === ".") continue;
    if (part === "..") {
      resolved = resolved.slice(0, Math.max(resolved.lastIndexOf("/"), 0));
      continue;
    }
    const next = `${resolved}/${part}`;
    if (PROCESS_DOOR.test(next)) throughProcess = true;
    const follow = (followLast || pending.length > 0) && !throughProcess && links < MOST_LINKS;
    const target = follow ? facts.link(next) : undefined;
    if (target === undefined) {
      resolved = next;
      continue;
    }
    links += 1;
    if (target.startsWith("/")) resolved = "";
    pending = [...parts(target), ...pending];
  }
  return { path: resolved === "" ? "/" : resolved, throughProcess };
}

export const parts = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** Equal to, or somewhere below. */
export function within(path: string, root: string): boolean {
  if (root === "/") return true;
  return path === root || path.startsWith(`${root}/`);
}
