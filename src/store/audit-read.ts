import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chain, firstLink, GENESIS } from "./audit-chain.ts";
import { AUDIT_FILE, rotatedFiles, type AuditRecord } from "./audit-log.ts";

export interface AuditLine {
  readonly file: string;
  /** From 1, within its file. */
  readonly number: number;
  /** Nothing when the line is no JSON object. */
  readonly record: AuditRecord | undefined;
}

export function auditFiles(folder: string): string[] {
  try {
    return existsSync(join(folder, AUDIT_FILE))
      ? [...rotatedFiles(folder), AUDIT_FILE]
      : rotatedFiles(folder);
  } catch {
    return [];
  }
}

export function* readAudit(folder: string): Generator<AuditLine> {
  for (const file of auditFiles(folder)) {
    for (const [index, { text }] of lines(readFileSync(join(folder, file))).entries()) {
      if (text.length > 0) yield { file, number: index + 1, record: parse(text) };
    }
  }
}

export type Verification =
  | { readonly ok: true; readonly files: number; readonly lines: number; readonly torn: number }
  | { readonly ok: false; readonly file: string; readonly line: number; readonly reason: string };

/** Walk the whole chain. The answer names the first line that is not what a later one says it was. */
export function verifyAudit(folder: string): Verification {
  const files = auditFiles(folder);
  const total = { lines: 0, torn: 0 };
  const before = new Set([GENESIS]);
  // Processes that rotate at the same time may number their files in another order than they filled them: the links
  // tell which one goes on where, and one that goes on nowhere is broken.
  for (let waiting = files; waiting.length > 0;) {
    const later: string[] = [];
    for (const file of waiting) {
      const found = walk(readFileSync(join(folder, file)), before);
      if (found === "unfounded") later.push(file);
      else if ("reason" in found) return { ok: false, file, ...found };
      else {
        total.lines += found.lines;
        total.torn += found.torn;
      }
    }
    const [first] = later;
    if (first !== undefined && later.length === waiting.length)
      return { ok: false, file: first, line: 1, reason: "it does not continue the file before it" };
    waiting = later;
  }
  return { ok: true, files: files.length, ...total };
}

interface Sound {
  readonly lines: number;
  readonly torn: number;
}

interface Broken {
  readonly line: number;
  readonly reason: string;
}

/**
 * One file, whose values join those it may go on from. Two processes may begin the same file, and a line may be written
 * behind the link of the next one: what a file continues is any value the files before it had.
 */
function walk(data: Buffer, before: Set<string>): Sound | Broken | "unfounded" {
  const all = lines(data);
  const first = all[0];
  if (!first) return { lines: 0, torn: 0 };
  let [count, torn] = [0, 0];
  let value = firstLink(first.text);
  if (!before.has(value)) return "unfounded";
  const valueAt = new Map([[0, value]]);
  for (const [index, { text, start, end }] of all.entries()) {
    const record = parse(text);
    if (record) {
      const { at, prev } = record;
      if (typeof at !== "number" || typeof prev !== "string")
        return { line: index + 1, reason: "it carries no link" };
      if (at > start || !valueAt.has(at))
        return { line: index + 1, reason: "its link points to no line before it" };
      if (at === 0 && !before.has(prev)) return "unfounded";
      if (at > 0 && valueAt.get(at) !== prev) {
        // What the link covers was changed after it was written: the line just before is the first that can be.
        return { line: lineEndingAt(all, at), reason: "it is not what the next line recorded" };
      }
    } else if (text.length > 0) torn++;
    value = chain(value, text);
    valueAt.set(end, value);
    if (text.length > 0) count++;
  }
  for (const seen of valueAt.values()) before.add(seen);
  return { lines: count, torn };
}

interface RawLine {
  readonly text: Buffer;
  readonly start: number;
  readonly end: number;
}

function lines(data: Buffer): RawLine[] {
  const found: RawLine[] = [];
  for (let start = 0; start < data.length;) {
    const newline = data.indexOf(0x0a, start);
    const end = newline < 0 ? data.length : newline;
    found.push({ text: data.subarray(start, end), start, end: end + 1 });
    start = end + 1;
  }
  return found;
}

function lineEndingAt(all: readonly RawLine[], offset: number): number {
  return all.findIndex(({ end }) => end === offset) + 1;
}

function parse(text: Buffer): AuditRecord | undefined {
  try {
    const value: unknown = JSON.parse(text.toString());
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as AuditRecord)
      : undefined;
  } catch {
    return undefined;
  }
}
