import { createInterface } from "node:readline";
import type { Io } from "./io.ts";

/** Asks a person. Anything but a clear yes, the end of input included, is a no. */
export async function confirm(io: Io, question: string): Promise<boolean> {
  io.stderr.write(`${question} [y/N] `);
  const lines = createInterface({ input: io.stdin, terminal: false });
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
    io.stdin.pause();
  }
}
