import { type FSWatcher, mkdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";

const SLOW_MS = 2_000;

/** Tell every waiting termgate that an answer may have come. */
export function ring(folder: string): void {
  writeFileSync(join(folder, "bell"), `${Date.now()}\n`, { mode: 0o600 });
}

/**
 * Look again whenever the bell rings, until `look` gives something or the signal ends the wait. A slow look of its own
 * makes up for file systems that do not tell of changes.
 */
export function awaken<T>(
  folder: string,
  look: () => T | undefined,
  signal: AbortSignal,
): Promise<T | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return new Promise((resolve, reject) => {
    let watcher: FSWatcher | undefined;
    const slow = setInterval(check, SLOW_MS);
    const done = (value: T | undefined) => {
      clearInterval(slow);
      watcher?.close();
      signal.removeEventListener("abort", stop);
      resolve(value);
    };
    const stop = () => done(undefined);
    function check(): void {
      try {
        const value = look();
        if (value !== undefined) done(value);
      } catch (error) {
        stop();
        reject(error instanceof Error ? error : new Error("The inbox could not be read."));
      }
    }
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop);
    try {
      watcher = watch(folder, { persistent: false }, check);
      watcher.on("error", () => watcher?.close());
    } catch {
      // No watches left on this machine: the slow look remains.
    }
    check();
  });
}
