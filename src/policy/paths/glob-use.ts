import type { World } from "../world.ts";
import { layoutOf } from "./layout.ts";
import type { Operation } from "./location.ts";
import { matchesName, matchesStart } from "./pattern.ts";
import { parts } from "./physical.ts";

const MOST_MATCHES = 200;
const SPECIAL = /[*?[]/;

/**
 * The paths a pattern stands for, as far as they matter: every protected place it could match, and what it
 * matches on this machine now (a match may be a link).
 */
export function globUses(pattern: string, operation: Operation, world: World): readonly string[] {
  const wanted = folded(pattern);
  const firstGlob = wanted.findIndex((part) => SPECIAL.test(part));
  const fixed = `/${wanted.slice(0, firstGlob).join("/")}`;
  const found = new Set<string>();
  for (const { roots } of layoutOf(world).guarded) {
    for (const root of roots) if (mayHit(wanted, parts(root), operation)) found.add(root);
  }
  if (operation === "expand") return [...found, fixed];
  return [...found, `/${wanted.join("/")}`, ...matchesNow(fixed, wanted.slice(firstGlob), world)];
}

function mayHit(wanted: readonly string[], place: readonly string[], operation: Operation): boolean {
  // When the shell only lists, a pattern that names the folder itself does not look inside it.
  if (operation === "expand") return wanted.length > place.length && matchesStart(wanted, place);
  if (wanted.length >= place.length) return matchesStart(wanted, place);
  return operation === "replace" && wanted.every((part, at) => matchesName(part, place[at] ?? ""));
}

function folded(pattern: string): string[] {
  const kept: string[] = [];
  for (const part of parts(pattern)) {
    if (part === "..") kept.pop();
    else if (part !== ".") kept.push(part);
  }
  return kept;
}

function matchesNow(folder: string, rest: readonly string[], world: World): readonly string[] {
  let found = [folder];
  for (const part of rest) {
    const next: string[] = [];
    for (const place of found) {
      const base = place === "/" ? "" : place;
      const names = SPECIAL.test(part)
        ? (world.facts.names(place) ?? []).filter((name) => matchesName(part, name))
        : [part];
      for (const name of names) next.push(`${base}/${name}`);
      if (next.length > MOST_MATCHES) break;
    }
    found = next.slice(0, MOST_MATCHES);
  }
  return found;
}
