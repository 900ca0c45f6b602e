import { setTimeout as pause } from "node:timers/promises";
import { type Entry, signalExactly, type Tree } from "./tree.ts";

const STEP_MS = 20;
const KILL_ROUNDS = 250;

/**
 * End a whole tree: TERM, a grace, then KILL until nothing is left. Members are stopped before they are killed, so
 * that a storm of forks cannot outrun the list. Gives back whoever even KILL did not reach.
 */
export async function endTree(tree: Tree, graceMs: number): Promise<readonly Entry[]> {
  for (const member of tree.members()) signalExactly(member, "SIGTERM");
  const deadline = performance.now() + graceMs;
  while (performance.now() < deadline) {
    if (tree.members().length === 0) return [];
    await pause(STEP_MS);
  }
  let left = tree.members();
  for (let round = 0; round < KILL_ROUNDS && left.length > 0; round++) {
    freeze(tree);
    for (const member of tree.members()) signalExactly(member, "SIGKILL");
    await pause(STEP_MS);
    left = tree.members();
  }
  return left;
}

/** Stop members until a look finds no new one: a stopped process cannot fork. */
function freeze(tree: Tree): void {
  const stopped = new Set<number>();
  for (let round = 0; round < 20; round++) {
    const running = tree.members().filter((member) => !stopped.has(member.pid));
    if (running.length === 0) return;
    for (const member of running) {
      signalExactly(member, "SIGSTOP");
      stopped.add(member.pid);
    }
  }
}
