import { homedir } from "node:os";
import type { Io } from "./io.ts";
import { run } from "./run.ts";

const LINGER_MS = 500;

/** Runs the program in the real world. Its exit code is set, not forced, so that what was written still gets out. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processIo());
  // A handle somebody forgot must not keep a finished program alive; text on its way out may.
  setInterval(() => process.stdout.writableLength === 0 && process.exit(), LINGER_MS).unref();
}

function processIo(): Io {
  const unread = new AbortController();
  // `termgate audit | head` closes the pipe; that is the reader's right and no error of ours.
  process.stdout.on("error", () => unread.abort());
  // A client may close the log's end; that must not end the server.
  process.stderr.on("error", () => {});
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: { ...process.env },
    cwd: process.cwd(),
    home: homedir(),
    platform: process.platform,
    program: { node: process.execPath, script: process.argv[1] ?? "" },
    signal: unread.signal,
  };
}
