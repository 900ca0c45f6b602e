import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { ToolError } from "../../errors.ts";

/** Where a reader was in a pane: enough of the rows around that place to find it again, as hashes. */
export interface Position {
  readonly server: string;
  readonly paneId: string;
  readonly pid: string;
  readonly historySize: number;
  readonly limit: number;
  readonly width: number;
  /** Row of the cursor on the screen. */
  readonly row: number;
  /** How much of the cursor's row was filled. */
  readonly filled: number;
  /** Rows above the screen among the hashes. */
  readonly above: number;
  /** The second of the window's last output, where that was over when it was looked at; 0 where it was not. */
  readonly quiet: number;
  /** Of a full-screen program's screen, when one covered the pane. */
  readonly cover: string;
  readonly hashes: readonly string[];
}

export type Key = Uint8Array | string;
const PREFIX = "since2.";
const HASH_BYTES = 4;
const SIGNATURE_BYTES = 16;

/** What is remembered of a row. */
export type RowHash = (row: string) => string;

/** Keyed, so that a program cannot print rows that look like others. Within a call each row is held against several. */
export function rowHashes(key: Key): RowHash {
  const secret = Buffer.from(key);
  const known = new Map<string, string>();
  return (row) => {
    const met = known.get(row);
    if (met !== undefined) return met;
    const text = Buffer.concat([secret, Buffer.from(row.trimEnd())]);
    const hashed = hash("sha256", text, "buffer").toString("latin1", 0, HASH_BYTES);
    known.set(row, hashed);
    return hashed;
  };
}

export function encodeCursor(position: Position, key: Key): string {
  const { server, paneId, pid, historySize, limit, width, row, filled, above, cover, quiet, hashes } =
    position;
  const facts = [server, paneId, pid, historySize, limit, width, row, filled, above, base64(cover), quiet];
  const payload = `${Buffer.from(JSON.stringify(facts)).toString("base64url")}.${base64(hashes.join(""))}`;
  return `${PREFIX}${payload}.${signature(payload, key).toString("base64url")}`;
}

export function decodeCursor(cursor: string, key: Key): Position {
  const [facts = "", hashes = "", signed = ""] = cursor.startsWith(PREFIX)
    ? cursor.slice(PREFIX.length).split(".")
    : [];
  const given = Buffer.from(signed, "base64url");
  const right = signature(`${facts}.${hashes}`, key);
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new ToolError("CursorInvalid", "This cursor was not made by termgate.", {
      suggestion: "Call without a cursor to begin, and pass the cursor of the last answer unchanged.",
    });
  }
  // Signed by us, so it has the shape we gave it; the last fact came with a later release.
  const [server, paneId, pid, historySize, limit, width, row, filled, above, cover, quiet = 0] = JSON.parse(
    Buffer.from(facts, "base64url").toString(),
  ) as [string, string, string, number, number, number, number, number, number, string, number?];
  const bytes = Buffer.from(hashes, "base64url").toString("latin1");
  const rows = Array.from({ length: bytes.length / HASH_BYTES }, (_, i) =>
    bytes.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
  return {
    server,
    paneId,
    pid,
    historySize,
    limit,
    width,
    row,
    filled,
    above,
    quiet,
    cover: Buffer.from(cover, "base64url").toString("latin1"),
    hashes: rows,
  };
}

export function serverMark(identity: string): string {
  return hash("sha256", identity, "base64url").slice(0, 12);
}

function signature(payload: string, key: Key): Buffer {
  return createHmac("sha256", key).update(payload).digest().subarray(0, SIGNATURE_BYTES);
}

function base64(latin1: string): string {
  return Buffer.from(latin1, "latin1").toString("base64url");
}
