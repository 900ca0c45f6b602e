import { setImmediate as nextTurn } from "node:timers/promises";
import { remaining, type Within } from "../within.ts";

/** More than this for a timer and a round trip is a machine that has no time. */
const SLOW_MS = 50;
const MOST_ROUNDS = 20;

interface Silence {
  readonly limit: Within;
  /** Shows how quick the machine is: where it is not, a shell or its answer may be as slow as this. */
  readonly probe: () => Promise<unknown>;
  /** Whether the shell has something to do still. */
  readonly atWork: () => boolean;
}

/** The answer, or `late` after `patienceMs` of silence that nothing excuses. */
export async function patiently<T>(
  answer: Promise<T>,
  patienceMs: number,
  { limit, probe, atWork }: Silence,
): Promise<T | "late"> {
  for (let round = 1; ; round += 1) {
    const late = Promise.withResolvers<"late">();
    const wait = Math.min(patienceMs, remaining(limit));
    const due = performance.now() + wait;
    const timer = setTimeout(() => late.resolve("late"), wait);
    const outcome = await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
    if (outcome !== "late") return outcome;
    await Promise.race([answer, probe().catch(() => {})]);
    const slow = performance.now() - due > SLOW_MS || atWork();
    if (slow && round < MOST_ROUNDS && remaining(limit) > 0) continue;
    // The answer may have come right before that of the probe.
    return Promise.race([answer, nextTurn("late" as const)]);
  }
}
