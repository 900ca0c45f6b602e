import {
  appendFileSync,
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
import { chain, chainOf, firstLink, GENESIS } from "./audit-chain.ts";
import { isoNow } from "./clock.ts";

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
/** Room for the lines of calls that already run when the disk fills up. */
const RESERVE_BYTES = 64 * 1024;
/** How often to look whether somebody moved the file away by hand; a rotation shows itself at once. */
const LOOK_EVERY_MS = 1_000;

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

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
  #own: { readonly line: string; readonly bytes: number } | undefined;
  /** When the file was last seen in its place. */
  #looked = Number.NEGATIVE_INFINITY;
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
    if (this.#lost) this.append({ time: isoNow(), tool: "audit", outcome: "event", event: "RESUMED" });
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
      this.#readOn();
      this.#write(record);
    } catch (error) {
      throw unwritable(error);
    }
  }

  #write(record: AuditRecord): void {
    const line = `${JSON.stringify(record).slice(0, -1)},"at":${this.#read},"prev":"${this.#chain}"}`;
    const bytes = Buffer.byteLength(line) + 1;
    const written = writeSync(this.#descriptor(), `${line}\n`);
    if (written < bytes) throw Object.assign(new Error("short write"), { code: "ENOSPC" });
    this.#own = { line, bytes };
  }

  /** Follow the file to its end. Mostly nobody else wrote since: our own line is all that is new, and one look tells. */
  #catchUp(): void {
    if (performance.now() - this.#looked > LOOK_EVERY_MS) this.#look();
    const { size, nlink } = fstatSync(this.#descriptor());
    const own = this.#own;
    if (own === undefined || nlink === 0 || size !== this.#read + own.bytes) return this.#readOn();
    this.#own = undefined;
    this.#chain = chain(this.#chain, own.line);
    this.#read = size;
  }

  /** Lines of other processes, our own last one, or a new file after a rotation. */
  #readOn(patience = 20): void {
    this.#look();
    this.#own = undefined;
    const { size } = fstatSync(this.#descriptor());
    if (size < this.#read) [this.#read, this.#chain] = [0, GENESIS];
    if (size === this.#read) return;
    const fresh = Buffer.alloc(size - this.#read);
    readSync(this.#descriptor(), fresh, 0, fresh.length, this.#read);
    if (fresh.at(-1) !== 0x0a) {
      // Another process is in the middle of its write, or one was cut short by a crash or a full disk. Only the second
      // is still so a little later; ending that line here keeps the next one whole.
      if (patience > 0) Atomics.wait(PAUSE, 0, 0, 1);
      else writeSync(this.#descriptor(), "\n");
      return this.#readOn(patience > 0 ? patience - 1 : patience);
    }
    const start = this.#read === 0 ? firstLink(fresh.subarray(0, fresh.indexOf(0x0a))) : this.#chain;
    this.#chain = chainOf(fresh, start);
    this.#read += fresh.length;
  }

  /** Where another file is in place by now, lines go on there. */
  #look(): void {
    this.#looked = performance.now();
    if (statSync(this.#file, { throwIfNoEntry: false })?.ino === this.#inode) return;
    this.close();
    this.#open();
  }

  /** The new file's first line carries the old one's last value, so the chain goes on across files. */
  #rotate(): void {
    // Counted, not dated: a clock that was set back must not put the files in another order.
    const last = Number(rotatedFiles(this.#folder).at(-1)?.split("-")[1] ?? 0);
    const name = `audit-${String(last + 1).padStart(6, "0")}-${process.pid}.jsonl`;
    this.#readOn();
    if (this.#read <= this.#maxBytes) return;
    try {
      renameSync(this.#file, join(this.#folder, name));
      // Another process may have put a new file there just now; then it is that one which was moved, unread.
      const isRead = statSync(join(this.#folder, name)).ino === this.#inode;
      this.#rotated = isRead ? { name, chain: this.#chain } : undefined;
      // Whoever still has this file open sees by this empty line that it grew, and looks where lines belong now.
      appendFileSync(join(this.#folder, name), "\n");
    } catch (error) {
      // Another process was faster; its new file is ours as well.
      if (codeOf(error) !== "ENOENT") throw error;
    }
    this.close();
    this.#open();
    this.#readOn();
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

/** Oldest first. */
export function rotatedFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^audit-\d+-\d+\.jsonl$/.test(name))
    .toSorted();
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
