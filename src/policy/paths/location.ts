import { dangerous, type Charge } from "../charge.ts";
import { dropStart, hasGlob, isUnknown, knownStart, literal, shown, type Field } from "../shell/field.ts";
import type { World } from "../world.ts";
import { deviceUse } from "./device.ts";
import { globUses } from "./glob-use.ts";
import { layoutOf, type Guarded, type Layout } from "./layout.ts";
import { physical, within } from "./physical.ts";
import { EXEMPT, NEVER_REPLACE, NEVER_WRITE_ANYWHERE, SECRETS_OF_SYSTEM } from "./protected.ts";
import { judgeWindowsPath } from "./windows.ts";

/**
 * What happens to a path. `search` reads everything below it, `replace` may change or remove everything below
 * it, `expand` only lets the shell list folders for a pattern, `unknown` is a program we know nothing about.
 */
export type Operation =
  | "read"
  | "search"
  | "expand"
  | "write"
  | "delete"
  | "replace"
  | "link"
  | "mount"
  | "unknown";

export interface PathUse {
  readonly path: string;
  readonly operation: Operation;
}

export interface Located {
  readonly charges: readonly Charge[];
  readonly uses: readonly PathUse[];
}

const READS: ReadonlySet<Operation> = new Set(["read", "search", "expand"]);
const REACHES_DOWN: ReadonlySet<Operation> = new Set(["replace", "mount"]);
const NOTHING: Located = { charges: [], uses: [] };

/** Judges one path operand. `cwds` holds every folder the command may run in; undefined when that is unknown. */
export function locate(
  field: Field,
  operation: Operation,
  cwds: readonly string[] | undefined,
  world: World,
): Located {
  if (field.length === 0) return NOTHING;
  if (world.platform === "windows") return judgeWindowsPath(field, operation, world);
  const known = literal(integersAsZero(field));
  if (known === undefined && isUnknown(field)) return unknownPath(field, operation, cwds, world);
  if (known !== undefined && operation === "expand") return NOTHING;

  const start = knownStart(field);
  if (!start.startsWith("/") && cwds === undefined) return unknownPath(field, operation, cwds, world);
  const bases = start.startsWith("/") ? [""] : (cwds ?? []).map((cwd) => `${cwd}/`);
  const charges: Charge[] = [];
  const uses: PathUse[] = [];
  for (const base of bases) {
    if (known !== undefined) {
      charges.push(...judgeKnown(base + known, operation, world));
      uses.push({ path: physical(base + known, world.facts, operation !== "delete").path, operation });
    } else {
      const pattern = base + shown(field);
      for (const path of globUses(pattern, operation, world)) {
        charges.push(...judgeKnown(path, operation === "expand" ? "read" : operation, world));
      }
      uses.push({ path: pattern, operation });
    }
  }
  return { charges, uses };
}

function integersAsZero(field: Field): Field {
  return field.map((piece) =>
    piece.kind === "unknown" && piece.shape === "integer" ? { kind: "text", text: "0" } : piece,
  );
}

/** Nothing is guessed safe: a folder that is certain and protected blocks, everything else asks. */
function unknownPath(
  field: Field,
  operation: Operation,
  cwds: readonly string[] | undefined,
  world: World,
): Located {
  if (operation === "expand" && !hasGlob(field)) return NOTHING;
  const start = knownStart(field);
  const folder = start.slice(0, start.lastIndexOf("/") + 1);
  const charges: Charge[] = [];
  if (folder !== "") {
    const bases = folder.startsWith("/") ? [""] : (cwds ?? []).map((cwd) => `${cwd}/`);
    for (const base of bases) {
      charges.push(...judgeKnown(base + folder, operation === "expand" ? "read" : operation, world));
    }
  }
  if (operation !== "unknown" && !(operation === "expand" && listsKnownFolder(field))) {
    const verb = READS.has(operation) ? "read" : "changed";
    charges.push(
      dangerous(
        "unknown-path",
        "unresolved path",
        `which file is ${verb} is only known at run time: ${shown(field)}`,
        "Name the file literally.",
      ),
    );
  }
  return { charges, uses: [{ path: shown(field), operation }] };
}

/** A pattern in a known folder, followed by text that can neither split nor match: only that folder is listed. */
function listsKnownFolder(field: Field): boolean {
  const lastGlob = field.findLastIndex((piece) => piece.kind === "glob");
  return field.every((piece, at) => piece.kind !== "unknown" || (at > lastGlob && !piece.splits));
}

function judgeKnown(path: string, operation: Operation, world: World): Charge[] {
  if (path.includes("\0")) return [blocked(path, "(null byte)", "a path cannot hold a NUL byte")];
  const writes = !READS.has(operation) && operation !== "unknown";
  const device = deviceUse(lexical(path), writes);
  if (device === "harmless") return [];
  if (device === "network") {
    return [dangerous("network-device", "network command", `${lexical(path)} opens a network connection`)];
  }
  const place = physical(path, world.facts, operation !== "delete");
  if (place.throughProcess) {
    return [blocked(path, "/proc/*/root", "the way through a process can lead anywhere")];
  }
  const layout = layoutOf(world);
  const charges = guardedBy(place.path, operation, layout);
  if (writes) charges.push(...neverWritten(place.path, operation, layout));
  else charges.push(...secrets(place.path, layout), ...reach(place.path, operation, layout));
  const real = deviceUse(place.path, writes);
  if (device === "disk" || real === "disk") charges.push(disk(place.path, writes));
  else if (writes && charges.length === 0) charges.push(written(place.path, operation));
  else if (real === "other") {
    charges.push(dangerous("device", "device access", `${place.path} is a device`));
  }
  return charges;
}

function guardedBy(path: string, operation: Operation, layout: Layout): Charge[] {
  const hits = layout.guarded.filter((entry) => entry.roots.some((root) => within(path, root)));
  if (EXEMPT.some((root) => within(path, root))) return [];
  const hit = hits.find((entry) => !entry.readAllowed) ?? hits[0];
  if (hit !== undefined && !(READS.has(operation) && hits.every((entry) => entry.readAllowed))) {
    return [blocked(path, hit.path, hit.reason)];
  }
  if (REACHES_DOWN.has(operation)) {
    const below = layout.guarded.find((entry) => entry.roots.some((root) => within(root, path)));
    if (below) return [blocked(path, below.path, `${below.reason}, which lies below`)];
  }
  return [];
}

function neverWritten(path: string, operation: Operation, layout: Layout): Charge[] {
  const listed = layout.neverWrite.find(
    (root) => within(path, root) || (REACHES_DOWN.has(operation) && within(root, path)),
  );
  const matched =
    NEVER_WRITE_ANYWHERE.some((pattern) => pattern.test(path)) ||
    (operation !== "write" && NEVER_REPLACE.some((pattern) => pattern.test(path)));
  if (listed === undefined && !matched) return [];
  return [
    {
      class: "blocked",
      rule: "never-write",
      category: "protected path",
      reason: `${path} decides what runs or who may log in; commands may not change it (protected: ${listed ?? path})`,
      advice: "Ask the person to change this file themselves.",
    },
  ];
}

function secrets(path: string, layout: Layout): Charge[] {
  const secret =
    layout.secrets.some((root) => within(path, root)) ||
    SECRETS_OF_SYSTEM.some((pattern) => pattern.test(path));
  if (!secret) return [];
  return [dangerous("secret-read", "credential access", `${path} holds credentials or private data`)];
}

function reach(path: string, operation: Operation, layout: Layout): Charge[] {
  const closed = (entry: Guarded) => !entry.readAllowed && entry.roots.some((root) => within(root, path));
  if (operation !== "search" || !layout.guarded.some(closed)) return [];
  return [
    dangerous(
      "wide-search",
      "protected path",
      `a search of ${path} would enter folders that may not be read`,
      "Search a narrower folder.",
    ),
  ];
}

function written(path: string, operation: Operation): Charge {
  const verb = operation === "delete" ? "removes" : operation === "replace" ? "changes or removes" : "writes";
  return dangerous("file-write", "file change", `${verb} ${path}`);
}

function disk(path: string, writes: boolean): Charge {
  const reason = writes ? `${path} is a disk; writing it destroys data` : `${path} is a raw disk`;
  return {
    class: writes ? "catastrophic" : "dangerous",
    rule: "raw-disk",
    category: "disk operation",
    reason,
  };
}

function blocked(path: string, prefix: string, reason: string): Charge {
  return {
    class: "blocked",
    rule: "protected-path",
    category: "protected path",
    reason: `${path.replaceAll("\0", "\\0")} (protected: ${prefix}, reason: ${reason})`,
    advice: "Work on a copy inside the project, or ask the person to do this step.",
  };
}

function lexical(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  return `/${kept.join("/")}`;
}

/** The value after a separator such as the `=` of `--file=…`. */
export function afterSeparator(field: Field, separator: string): Field | undefined {
  const at = knownStart(field).indexOf(separator);
  return at < 0 ? undefined : dropStart(field, at + separator.length);
}
