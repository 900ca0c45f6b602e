import { join } from "node:path/posix";
import type { World } from "../world.ts";
import { physical } from "./physical.ts";
import { NEVER_WRITE_IN_HOME, protectedPaths, SECRETS_IN_HOME, type ProtectedEntry } from "./protected.ts";

export interface Guarded extends ProtectedEntry {
  /** The entry as written and where it really is. */
  readonly roots: readonly string[];
}

/** The places of one world that matter, with their links resolved once. */
export interface Layout {
  readonly guarded: readonly Guarded[];
  readonly neverWrite: readonly string[];
  readonly secrets: readonly string[];
  readonly ownHome: string;
}

const layouts = new WeakMap<World, Layout>();

export function layoutOf(world: World): Layout {
  let layout = layouts.get(world);
  if (layout === undefined) {
    layout = build(world);
    layouts.set(world, layout);
  }
  return layout;
}

function build(world: World): Layout {
  const really = (path: string) => [...new Set([path, physical(path, world.facts).path])];
  const homeMoves = physical(world.home, world.facts).path !== world.home;
  const extra = world.protectedPaths.map(({ path, readAllowed }) => ({
    path: trimmed(path, world.home),
    readAllowed,
    reason: "protected by the configuration",
  }));
  // One look at the home folder spares a look at each name that is not in it.
  const present = world.facts.kind(world.home) === "missing" ? [] : world.facts.names(world.home);
  const inHome = (names: readonly string[]) =>
    names.flatMap((name) => {
      const path = join(world.home, name);
      const absent = present !== undefined && !present.includes(name.slice(0, `${name}/`.indexOf("/")));
      return absent && !homeMoves ? [path] : really(path);
    });
  return {
    guarded: [...protectedPaths(world.platform), ...extra].map((entry) => ({
      ...entry,
      roots: world.platform === "windows" ? [entry.path] : really(entry.path),
    })),
    neverWrite: [
      ...inHome(NEVER_WRITE_IN_HOME),
      ...world.neverWrite.flatMap((path) => really(trimmed(path, world.home))),
    ],
    secrets: inHome(SECRETS_IN_HOME),
    ownHome: world.home,
  };
}

function trimmed(path: string, home: string): string {
  const full = path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
  return full.length > 1 ? full.replace(/\/+$/, "") : full;
}
