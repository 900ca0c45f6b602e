import { hash } from "node:crypto";

/** The chain before its first line. */
export const GENESIS = "0".repeat(64);

/** The chain's value after one more line: it depends on every byte before it. */
export function chain(before: string, line: Buffer | string): string {
  const covered =
    typeof line === "string" ? before + line : Buffer.concat([Buffer.from(before, "latin1"), line]);
  return hash("sha256", covered, "hex");
}

/** The chain's value after all of these lines. */
export function chainOf(lines: Buffer, start: string): string {
  let value = start;
  let from = 0;
  for (let end = lines.indexOf(0x0a); end >= 0; end = lines.indexOf(0x0a, from)) {
    value = chain(value, lines.subarray(from, end));
    from = end + 1;
  }
  return value;
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
