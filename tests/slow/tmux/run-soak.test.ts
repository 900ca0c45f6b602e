import { expect, test } from "vitest";
import { soakRuns } from "./soak.ts";

const COUNT = 300;
const SEED = 20_311;

test(`${COUNT} random commands in every shell bring their exact status and output`, async () => {
  const started = Date.now();

  const { shells, runs, bytes, wrong, left } = await soakRuns({ count: COUNT, seed: SEED });

  console.log(
    `seed ${SEED}: ${COUNT} commands in ${shells.join(", ")}, ${(bytes / 1e6).toFixed(1)} MB, ${Date.now() - started} ms`,
    runs,
  );
  expect(wrong).toEqual([]);
  expect(left).toEqual([]);
  expect(Object.values(runs).reduce((sum, times) => sum + times, 0)).toBe(COUNT);
  expect(runs["large"]).toBeGreaterThan(0);
});
