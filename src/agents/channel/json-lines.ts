import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * A file that grows by whole JSON lines, read as it grows. A line without its end is left for the next time; a file that
 * was cut or put in place anew is read from its start.
 */
export class JsonLines {
  readonly path: string;
  #offset = 0;
  #inode = 0;
  #records: unknown[] = [];

  constructor(path: string) {
    this.path = path;
  }

  /** Every record so far; empty while there is no file. */
  records(): readonly unknown[] {
    let file: number;
    try {
      file = openSync(this.path, "r");
    } catch {
      return this.#records;
    }
    try {
      this.#take(file);
    } finally {
      closeSync(file);
    }
    return this.#records;
  }

  #take(file: number): void {
    const { size, ino } = fstatSync(file);
    if (ino !== this.#inode || size < this.#offset) {
      this.#inode = ino;
      this.#offset = 0;
      this.#records = [];
    }
    if (size === this.#offset) return;
    const bytes = Buffer.alloc(size - this.#offset);
    const read = readSync(file, bytes, 0, bytes.length, this.#offset);
    const end = bytes.subarray(0, read).lastIndexOf(0x0a);
    if (end < 0) return;
    this.#offset += end + 1;
    for (const line of bytes.toString("utf8", 0, end).split("\n")) {
      const record = parsed(line);
      if (record !== undefined) this.#records.push(record);
    }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The object at the end of a path of keys, or an empty one: records of another version must not throw. */
export function fields(value: unknown, ...path: readonly string[]): Fields {
  let at = value;
  for (const key of path) at = isFields(at) ? at[key] : undefined;
  return isFields(at) ? at : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
