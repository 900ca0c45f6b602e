import { expect, test } from "vitest";
import { running, sh, uniqueSeconds } from "./run.ts";

test("a timeout ends children and grandchildren and returns what was written so far", async () => {
  const seconds = uniqueSeconds();

  const outcome = await sh(`echo early; (bash -c 'sleep ${seconds} & sleep ${seconds}') & sleep ${seconds}`, {
    timeoutMs: 400,
  });

  expect(outcome).toMatchObject({ ended: "timeout", stdout: { text: "early\n" }, survivors: [] });
  expect(running(seconds)).toEqual([]);
});

test("a timeout of nothing ends the command at once", async () => {
  const seconds = uniqueSeconds();

  expect(await sh(`sleep ${seconds}`, { timeoutMs: 0 })).toMatchObject({ ended: "timeout" });
  expect(running(seconds)).toEqual([]);
});

test("a cancelled call ends its command", async () => {
  const seconds = uniqueSeconds();
  const abort = new AbortController();
  const call = sh(`echo begun; sleep ${seconds}`, { signal: abort.signal });
  await expect.poll(() => running(seconds).length).toBeGreaterThan(0);

  abort.abort();

  expect(await call).toMatchObject({ ended: "cancelled", stdout: { text: "begun\n" } });
  expect(running(seconds)).toEqual([]);
});

test("a process that ignores TERM is killed", async () => {
  const seconds = uniqueSeconds();

  const outcome = await sh(
    `trap '' TERM; (trap '' TERM; sleep ${seconds}; sleep ${seconds}) & while :; do sleep ${seconds}; done`,
    {
      timeoutMs: 300,
    },
  );

  expect(outcome).toMatchObject({ ended: "timeout", exitCode: -1, survivors: [] });
  expect(running(seconds)).toEqual([]);
});

test("a process that left by setsid is found, ended and reported", async () => {
  const seconds = uniqueSeconds();

  const outcome = await sh(`setsid sleep ${seconds} >/dev/null 2>&1 & sleep 0.05; echo gone`);

  expect(outcome).toMatchObject({ ended: "exit", exitCode: 0, stdout: { text: "gone\n" }, survivors: [] });
  expect(outcome.leftBehind).toMatchObject([{ name: "sleep" }]);
  expect(running(seconds)).toEqual([]);
});

test("a daemon that forked twice into its own session is ended at the timeout", async () => {
  const seconds = uniqueSeconds();

  const outcome = await sh(
    `(setsid bash -c '(sleep ${seconds} >/dev/null 2>&1 &) ; exit') ; sleep ${seconds}`,
    { timeoutMs: 400 },
  );

  expect(outcome.ended).toBe("timeout");
  expect(running(seconds)).toEqual([]);
});

test("a daemon that was seen before it hid its environment is still ended", async () => {
  const seconds = uniqueSeconds();

  const outcome = await sh(
    `setsid env -i /bin/bash -c 'sleep ${seconds}' >/dev/null 2>&1 & sleep 0.9; exit 0`,
  );

  expect(outcome.leftBehind.length).toBeGreaterThan(0);
  expect(running(seconds)).toEqual([]);
});

test("what a command leaves in the background ends with it", async () => {
  const seconds = uniqueSeconds();

  const outcome = await sh(`sleep ${seconds} & echo started`);

  expect(outcome).toMatchObject({ ended: "exit", exitCode: 0, stdout: { text: "started\n" } });
  expect(outcome.leftBehind).toMatchObject([{ name: "sleep" }]);
  expect(running(seconds)).toEqual([]);
});

test("a storm of forks is ended to the last process", async () => {
  const seconds = uniqueSeconds();
  // Each process that ends is replaced by two, to a depth that keeps the storm below some 250 processes at once.
  const storm = `storm() { local depth=$1; sleep 0.0$RANDOM; if ((depth > 0)); then storm $((depth - 1)) & storm $((depth - 1)) & fi; trap '' TERM; sleep ${seconds}; }; storm 7`;

  const outcome = await sh(storm, { timeoutMs: 600 });

  expect(outcome).toMatchObject({ ended: "timeout", survivors: [] });
  expect(running(seconds)).toEqual([]);
});

test.for(["head", "tail"] as const)("memory stays flat on endless output, keeping the %s", async (keep) => {
  global.gc?.();
  const before = process.memoryUsage().rss;

  const outcome = await sh("yes 'one line of an endless flood of text'", {
    timeoutMs: 1_500,
    limit: { bytes: 50_000, keep },
  });

  expect(outcome.ended).toBe("timeout");
  expect(outcome.stdout.bytes).toBeGreaterThan(1_000_000);
  expect(outcome.stdout.omitted).toBeGreaterThan(outcome.stdout.bytes * 0.9);
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
});
