import { remaining, type Within } from "../within.ts";

/** More than this for a timer and a round trip is a machine that has no time. */
const SLOW_MS = 50;
const MOST_ROUNDS = 5;

/**
 * The answer, or `late` after `patienceMs` of silence. Silence counts only while the machine is quick, which `probe` shows:
 * on one that is not, a shell may be as slow as we are.
 */
export async function patiently<T>(
  answer: Promise<T>,
  patienceMs: number,
  { limit, probe }: { readonly limit: Within; readonly probe: () => Promise<unknown> },
): Promise<T | "late"> {
  for (let round = 1; ; round += 1) {
    const late = Promise.withResolvers<"late">();
    const wait = Math.min(patienceMs, remaining(limit));
    const due = performance.now() + wait;
    const timer = setTimeout(() => late.resolve("late"), wait);
    const outcome = await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
    if (outcome !== "late") return outcome;
    await Promise.race([answer, probe().catch(() => {})]);
    const slow = performance.now() - due > SLOW_MS;
    if (!slow || round === MOST_ROUNDS || remaining(limit) === 0) return "late";
  }
}
