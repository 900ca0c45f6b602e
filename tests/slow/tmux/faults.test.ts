import { expect, test } from "vitest";
import { runFaults } from "./fault-run.ts";

const SEED = 4_711;

test("1,000 calls while servers, clients and panes die each end in time, with a reason, and never elsewhere", async () => {
  const { calls, outcomes, faults, wrong, strayed } = await runFaults(1_000, SEED);

  console.log(`seed ${SEED}: ${calls} calls`, outcomes, faults);
  expect(wrong).toEqual([]);
  expect(strayed).toEqual([]);
  expect(Object.values(outcomes).reduce((sum, times) => sum + times, 0)).toBe(calls);
  expect(outcomes["ok"]).toBeGreaterThan(calls / 10);
  expect(Object.keys(faults).toSorted()).toEqual([
    "client detached",
    "client killed",
    "hidden session killed",
    "pane killed",
    "program killed",
    "server ended",
    "server killed",
  ]);
});
