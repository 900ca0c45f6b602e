import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { ToolError } from "../errors.ts";

export interface AuditRecord {
  readonly time: string;
  readonly tool: string;
  readonly outcome: "ok" | "error" | "cancelled" | "asked" | "event";
  readonly error_type?: string | undefined;
  readonly duration_ms?: number;
  readonly client?: string | undefined;
  readonly principal?: string;
  readonly request_id?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly [note: string]: unknown;
}

export const AUDIT_FILE = "audit.jsonl";
/** The chain before its first line. */
export const GENESIS = "0".repeat(64);
/** Room for the lines of calls that already run when the disk fills up. */
const RESERVE_BYTES = 64 * 1024;

/** The chain's value after one more line: it depends on every byte before it. */
export function chain(before: string, line: Buffer | string): string {
  return createHash("sha256").update(before).update(line).digest("hex");
}

/**
 * The append-only record of what happened. Every line holds the chain's value up to `at`, the byte where it was read.
 * Several processes may append: nobody holds a lock, so nobody can leave one behind. A line that another process slipped
 * in between reading and writing is covered by the next line, whoever writes it.
 */
export class AuditLog {
  readonly #folder: string;
  readonly #maxBytes: number;
  #fd: number | undefined;
  #inode = 0;
  /** How far this process has read the file, and the chain's value there. */
  #read = 0;
  #chain = GENESIS;
  #reserved = false;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Throws when a line could not be written now; a call that changes something must not run then. */
  ensureWritable(): void {
    try {
      this.#open();
      if (!this.#reserved) {
        writeFileSync(join(this.#folder, "audit.reserve"), Buffer.alloc(RESERVE_BYTES), { mode: 0o600, flush: true });
        this.#reserved = true;
      }
    } catch (error) {
      throw unwritable(error);
    }
  }

  append(record: AuditRecord): void {
    try {
      this.#open();
      this.#catchUp();
      if (this.#read > this.#maxBytes) this.#rotate();
      this.#write(record);
    } catch (error) {
      if (!isFull(error)) throw unwritable(error);
      this.#appendFromReserve(record);
    }
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #appendFromReserve(record: AuditRecord): void {
    this.#reserved = false;
    try {
      rmSync(join(this.#folder, "audit.reserve"), { force: true });
      this.#catchUp();
      this.#write(record);
    } catch (error) {
      throw unwritable(error);
    }
  }

  #write(record: AuditRecord): void {
    const line = Buffer.from(`${JSON.stringify({ ...record, at: this.#read, prev: this.#chain })}\n`);
    const written = writeSync(this.#descriptor(), line);
    if (written < line.length) throw Object.assign(new Error("short write"), { code: "ENOSPC" });
  }

  /** Follow the file to its end: lines of other processes, our own last one, or a new file after a rotation. */
  #catchUp(): void {
    const onDisk = statSync(join(this.#folder, AUDIT_FILE), { throwIfNoEntry: false });
    if (onDisk?.ino !== this.#inode) {
      this.close();
      this.#open();
    }
    const { size } = fstatSync(this.#descriptor());
    if (size < this.#read) [this.#read, this.#chain] = [0, GENESIS];
    if (size === this.#read) return;
    const fresh = Buffer.alloc(size - this.#read);
    readSync(this.#descriptor(), fresh, 0, fresh.length, this.#read);
    if (fresh.at(-1) !== 0x0a) {
      // A write was cut short by a crash or a full disk. Ending it here keeps the next line whole.
      writeSync(this.#descriptor(), "\n");
      return this.#catchUp();
    }
    let from = 0;
    for (let end = fresh.indexOf(0x0a); end >= 0; end = fresh.indexOf(0x0a, from)) {
      const line = fresh.subarray(from, end);
      if (this.#read === 0 && from === 0) this.#chain = firstLink(line);
      this.#chain = chain(this.#chain, line);
      from = end + 1;
    }
    this.#read += from;
  }

  /** The new file's first line carries the old one's last value, so the chain goes on across files. */
  #rotate(): void {
    const stamp = new Date().toISOString().replace(/[:.]/g, "-");
    const last = this.#chain;
    renameSync(join(this.#folder, AUDIT_FILE), join(this.#folder, `audit-${stamp}.jsonl`));
    this.close();
    this.#open();
    if (fstatSync(this.#descriptor()).size === 0) this.#chain = last;
    else this.#catchUp();
  }

  #open(): void {
    if (this.#fd !== undefined) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#fd = openSync(join(this.#folder, AUDIT_FILE), "a+", 0o600);
    this.#inode = fstatSync(this.#fd).ino;
    this.#read = 0;
    this.#chain = GENESIS;
  }

  #descriptor(): number {
    if (this.#fd === undefined) throw new Error("The audit log is closed.");
    return this.#fd;
  }
}

/** Where the chain stood when a file was begun, as its own first line says. */
export function firstLink(line: Buffer): string {
  try {
    const { at, prev } = JSON.parse(line.toString()) as { at?: unknown; prev?: unknown };
    return at === 0 && typeof prev === "string" ? prev : GENESIS;
  } catch {
    return GENESIS;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

function unwritable(error: unknown): ToolError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
  return new ToolError("AuditUnwritable", `The audit log cannot be written (${code}), so nothing that changes anything runs.`, {
    expected: false,
    suggestion: "Free space or mend the permissions of the state folder; `termgate doctor` names it.",
    cause: error,
  });
}
