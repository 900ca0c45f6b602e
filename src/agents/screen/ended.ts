import type { Reading } from "./reading.ts";
import type { Screen } from "./rows.ts";

/** tmux's own words in a pane that was kept after its program ended. */
const DEAD = /^Pane is dead(?: \(.*\))?$/;

/**
 * A program that is gone: tmux says so, or the last words it prints when it leaves are the last words on the screen. Only
 * rows from `from` on count: what stands above a composer was said by somebody who is still there.
 */
export function ended({ rows }: Screen, farewells: readonly RegExp[], from: number): Reading | undefined {
  const last = rows.at(-1);
  if (last && DEAD.test(last.text)) return { state: "exited", reason: "pane_dead", evidence: [last.text] };
  const tail = rows.slice(Math.max(from, rows.length - 8)).filter(({ blank }) => !blank);
  const farewell = tail.find(({ text }) => farewells.some((pattern) => pattern.test(text.trim())));
  return farewell ? { state: "exited", reason: "program_ended", evidence: [farewell.text] } : undefined;
}
