import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BYTES = 32;

/** A key that outlives the process, made at the first call and readable by its owner alone. */
export function secretKey(folder: string, name: string): Buffer {
  const path = join(folder, name);
  const kept = read(path);
  if (kept) return kept;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  try {
    // Whole before it has its name: a disk that is full leaves no half key that would stay.
    writeFileSync(draft, randomBytes(BYTES), { mode: 0o600 });
    take(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return read(path) ?? randomBytes(BYTES);
}

function take(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch {
    // Another process was first, and its key is the one then. What is no key is nobody's.
    if (!read(path)) renameSync(draft, path);
  }
}

function read(path: string): Buffer | undefined {
  try {
    const key = readFileSync(path);
    return key.length === BYTES ? key : undefined;
  } catch {
    return undefined;
  }
}
