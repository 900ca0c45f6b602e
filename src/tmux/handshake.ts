import { createHash } from "node:crypto";
import { mkdirSync, rmdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const STALE_MS = 3_000;
const turns = new Map<string, Promise<unknown>>();

/**
 * Opens one client at a time on a server, whichever termgate it is for. tmux up to 3.3a at least writes notifications to
 * a control client that has not finished introducing itself, and dies of it; a second client that begins a session at
 * that moment is enough.
 */
export async function oneAtATime<T>(socketPath: string, open: () => Promise<T>): Promise<T> {
  const before = turns.get(socketPath);
  const turn = (async () => {
    await before?.catch(() => {});
    const folder = join(
      tmpdir(),
      `termgate-${createHash("sha256").update(socketPath).digest("hex").slice(0, 16)}`,
    );
    while (!taken(folder)) await delay(5);
    try {
      return await open();
    } finally {
      release(folder);
    }
  })();
  turns.set(socketPath, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(socketPath) === turn) turns.delete(socketPath);
  }
}

/** Settles when no client of ours is introducing itself: a change made meanwhile would be announced to it. */
export async function introduced(socketPath: string): Promise<void> {
  for (let turn = turns.get(socketPath); turn; turn = turns.get(socketPath)) await turn.catch(() => {});
}

/** A folder is made by exactly one of many; one that was left behind counts for a moment only. */
function taken(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    if (age(folder) > STALE_MS) release(folder);
    return false;
  }
}

function age(folder: string): number {
  try {
    return Date.now() - statSync(folder).mtimeMs;
  } catch {
    return 0;
  }
}

function release(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else let it go.
  }
}
