import { hash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
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

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/** The chain's value after one more line: it depends on every byte before it. */
export function chain(before: string, line: Buffer): string {
  return hash("sha256", Buffer.concat([Buffer.from(before, "latin1"), line]), "hex");
}

/**
 * The append-only record of what happened. Every line holds the chain's value up to `at`, the byte where it was read.
 * Several processes may append: nobody holds a lock, so nobody can leave one behind. A line that another process slipped
 * in between reading and writing is covered by the next line, whoever writes it.
 */
export class AuditLog {
  readonly #folder: string;
  readonly #file: string;
  readonly #maxBytes: number;
  #fd: number | undefined;
  #inode = 0;
  /** How far this process has read the file, and the chain's value there. */
  #read = 0;
  #chain = GENESIS;
  #reserved = false;
  /** The last line could not be written. */
  #lost = false;
  /** The line this process wrote last, until it is known where it landed. */
  #own: Buffer | undefined;
  /** The file this process rotated last, whose chain it need not read again. */
  #rotated: { name: string; chain: string } | undefined;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#file = join(folder, AUDIT_FILE);
    this.#maxBytes = maxBytes;
  }

  /** Throws when a line could not be written now; a call that changes something must not run then. */
  ensureWritable(): void {
    // A line was lost: only a line that is written shows that the log takes them again.
    if (this.#lost)
      this.append({ time: new Date().toISOString(), tool: "audit", outcome: "event", event: "RESUMED" });
    try {
      this.#open();
      if (!this.#reserved) {
        writeFileSync(join(this.#folder, "audit.reserve"), Buffer.alloc(RESERVE_BYTES), {
          mode: 0o600,
          flush: true,
        });
        this.#reserved = true;
      }
    } catch (error) {
      throw unwritable(error);
    }
  }

  append(record: AuditRecord): void {
    this.#lost = true;
    try {
      this.#open();
      this.#catchUp();
      if (this.#read > this.#maxBytes) this.#rotate();
      this.#write(record);
    } catch (error) {
      if (!isFull(error)) throw unwritable(error);
      this.#appendFromReserve(record);
    }
    this.#lost = false;
  }

  close(): void {
    this.#own = undefined;
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
    this.#own = line;
  }

  /** Follow the file to its end: lines of other processes, our own last one, or a new file after a rotation. */
  #catchUp(patience = 20): void {
    let onDisk = statSync(this.#file, { throwIfNoEntry: false });
    if (onDisk?.ino !== this.#inode) {
      this.close();
      this.#open();
      onDisk = fstatSync(this.#descriptor());
    }
    const { size } = onDisk;
    if (size < this.#read) [this.#read, this.#chain] = [0, GENESIS];
    if (size === this.#read) return;
    const own = this.#own;
    this.#own = undefined;
    // Nobody else wrote since: our own line is all that is new, and it need not be read back.
    if (own && this.#read > 0 && size === this.#read + own.length) {
      this.#chain = chain(this.#chain, own.subarray(0, -1));
      this.#read = size;
      return;
    }
    const fresh = Buffer.alloc(size - this.#read);
    readSync(this.#descriptor(), fresh, 0, fresh.length, this.#read);
    if (fresh.at(-1) !== 0x0a) {
      // Another process is in the middle of its write, or one was cut short by a crash or a full disk. Only the second
      // is still so a little later; ending that line here keeps the next one whole.
      if (patience > 0) Atomics.wait(PAUSE, 0, 0, 1);
      else writeSync(this.#descriptor(), "\n");
      return this.#catchUp(patience > 0 ? patience - 1 : patience);
    }
    const start = this.#read === 0 ? firstLink(fresh.subarray(0, fresh.indexOf(0x0a))) : this.#chain;
    this.#chain = chainOf(fresh, start);
    this.#read += fresh.length;
  }

  /** The new file's first line carries the old one's last value, so the chain goes on across files. */
  #rotate(): void {
    // Counted, not dated: a clock that was set back must not put the files in another order.
    const count = String(rotatedFiles(this.#folder).length + 1).padStart(6, "0");
    const name = `audit-${count}-${process.pid}.jsonl`;
    this.#rotated = { name, chain: this.#chain };
    try {
      renameSync(this.#file, join(this.#folder, name));
    } catch (error) {
      // Another process was faster; its new file is ours as well.
      if (codeOf(error) !== "ENOENT") throw error;
    }
    this.close();
    this.#open();
    this.#catchUp();
  }

  /** Where an empty file's chain begins. Another process may have rotated, so the newest file decides, not our memory. */
  #inherited(): string {
    for (const name of rotatedFiles(this.#folder).toReversed()) {
      if (name === this.#rotated?.name) return this.#rotated.chain;
      const data = readFileSync(join(this.#folder, name));
      if (data.length > 0) return chainOf(data, firstLink(data.subarray(0, data.indexOf(0x0a))));
    }
    return GENESIS;
  }

  #open(): void {
    if (this.#fd !== undefined) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#fd = openSync(this.#file, "a+", 0o600);
    const { ino, size } = fstatSync(this.#fd);
    this.#inode = ino;
    this.#read = 0;
    this.#chain = size === 0 ? this.#inherited() : GENESIS;
  }

  #descriptor(): number {
    if (this.#fd === undefined) throw new Error("The audit log is closed.");
    return this.#fd;
  }
}

/** The chain's value after all of these lines. */
function chainOf(lines: Buffer, start: string): string {
  let value = start;
  let from = 0;
  for (let end = lines.indexOf(0x0a); end >= 0; end = lines.indexOf(0x0a, from)) {
    value = chain(value, lines.subarray(from, end));
    from = end + 1;
  }
  return value;
}

/** Oldest first. */
export function rotatedFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^audit-\d+-\d+\.jsonl$/.test(name))
    .toSorted();
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

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "");
}

function unwritable(error: unknown): ToolError {
  const code = codeOf(error) ?? "unknown reason";
  return new ToolError(
    "AuditUnwritable",
    `The audit log cannot be written (${code}), so nothing that changes anything runs.`,
    {
      expected: false,
      suggestion: "Free space or mend the permissions of the state folder; `termgate doctor` names it.",
      cause: error,
    },
  );
}
