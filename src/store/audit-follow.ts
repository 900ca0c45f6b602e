import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as pause } from "node:timers/promises";
import { AUDIT_FILE } from "./audit-log.ts";

const EVERY_MS = 200;

/** Lines as they are appended from now on, across rotations, until the signal. */
export async function* followAudit(folder: string, signal: AbortSignal): AsyncGenerator<string> {
  const path = join(folder, AUDIT_FILE);
  let file = open(path, "end");
  let rest = "";
  try {
    while (!signal.aborted) {
      file ??= open(path, "start");
      if (file) {
        // Asked before reading: whatever the old file got until it was moved away is still read.
        const moved = statSync(path, { throwIfNoEntry: false })?.ino !== file.inode;
        rest += drain(file);
        const lines = rest.split("\n");
        rest = lines.pop() ?? "";
        yield* lines.filter(Boolean);
        if (moved) {
          closeSync(file.fd);
          file = undefined;
          continue;
        }
      }
      await pause(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    if (file) closeSync(file.fd);
  }
}

interface Open {
  readonly fd: number;
  readonly inode: number;
  readonly decoder: StringDecoder;
  at: number;
}

function open(path: string, from: "start" | "end"): Open | undefined {
  try {
    const fd = openSync(path, "r");
    const { ino, size } = fstatSync(fd);
    return { fd, inode: ino, at: from === "end" ? size : 0, decoder: new StringDecoder() };
  } catch {
    return undefined;
  }
}

function drain(file: Open): string {
  const chunk = Buffer.alloc(64 * 1024);
  let text = "";
  for (let read = readSync(file.fd, chunk, 0, chunk.length, file.at); read > 0;) {
    text += file.decoder.write(chunk.subarray(0, read));
    file.at += read;
    read = readSync(file.fd, chunk, 0, chunk.length, file.at);
  }
  return text;
}
