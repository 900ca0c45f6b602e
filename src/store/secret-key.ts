import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BYTES = 32;

/** A key that outlives the process, made at the first call and readable by its owner alone. */
export function secretKey(folder: string, name: string): Buffer {
  const path = join(folder, name);
  const kept = read(path);
  if (kept) return kept;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(BYTES), { flag: "wx", mode: 0o600 });
  } catch (error) {
    // Another process may have been first; its key is the one then.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return read(path) ?? randomBytes(BYTES);
}

function read(path: string): Buffer | undefined {
  try {
    const key = readFileSync(path);
    return key.length === BYTES ? key : undefined;
  } catch {
    return undefined;
  }
}
