import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fields, listOf, textOf } from "./json-lines.ts";

export interface HookEvent {
  readonly name: string;
  readonly at: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The line a program runs for each event: it leaves the event as a file of its own in `folder` and answers nothing, so that
 * the program goes on as if there were no hook. A file appears whole or not at all.
 */
export function hookCommand(folder: string): string {
  const quoted = `'${folder.replaceAll("'", `'"'"'`)}'`;
  return `umask 077; f=${quoted}/$$; cat >"$f.part" && mv "$f.part" "$f.json"; exit 0`;
}

/** Hooks as a JSON settings file has them, ours behind those that are there; `timeout` is in the program's own unit, `shown` what it tells of a running one. */
export function hookTable(
  events: readonly string[],
  {
    folder,
    timeout,
    theirs = {},
    shown,
  }: { folder: string; timeout: number; theirs?: Readonly<Record<string, unknown>>; shown?: string },
): Record<string, unknown> {
  const name = shown === undefined ? {} : { name: shown };
  const ours = { hooks: [{ ...name, type: "command", command: hookCommand(folder), timeout }] };
  const added = events.map((event) => [event, [...listOf(theirs[event]), ours]]);
  return { ...theirs, ...Object.fromEntries(added) };
}

/** The folder our hooks write into, made for its owner alone: events hold prompts and tool input. */
export function makeEventFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Reads each event file once. */
export class HookEvents {
  readonly folder: string;
  #seen = new Map<string, HookEvent>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Oldest first. */
  all(): readonly HookEvent[] {
    for (const name of this.#names()) {
      if (this.#seen.has(name)) continue;
      const event = read(join(this.folder, name));
      if (event) this.#seen.set(name, event);
    }
    return [...this.#seen.values()].toSorted((a, b) => a.at - b.at);
  }

  #names(): string[] {
    try {
      return readdirSync(this.folder).filter((name) => name.endsWith(".json"));
    } catch {
      return [];
    }
  }
}

function read(path: string): HookEvent | undefined {
  try {
    const body = fields(JSON.parse(readFileSync(path, "utf8")));
    return { name: textOf(body["hook_event_name"]) ?? "", at: statSync(path).mtimeMs, body };
  } catch {
    return undefined;
  }
}

/** Drops all but the newest events; called by whoever holds the agent's lock, before a new turn. */
export function pruneEvents(folder: string, keep = 100): void {
  const files = new HookEvents(folder);
  if (files.all().length <= keep * 2) return;
  const names = readdirSync(folder)
    .map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => a.at - b.at);
  for (const { name } of names.slice(0, -keep)) rmSync(join(folder, name), { force: true });
}
