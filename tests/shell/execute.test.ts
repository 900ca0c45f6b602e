import { expect, test } from "vitest";
import { sh } from "./run.ts";

test("returns what a command wrote and how it ended", async () => {
  const outcome = await sh("echo out; echo err >&2; exit 3");

  expect(outcome).toMatchObject({
    exitCode: 3,
    ended: "exit",
    stdout: { text: "out\n", bytes: 4, omitted: 0 },
    stderr: { text: "err\n", bytes: 4, omitted: 0 },
    leftBehind: [],
    survivors: [],
  });
});

test("a text that begins with a dash is run, not read as options of the shell", async () => {
  const { exitCode, stderr } = await sh("-x -c 'echo pwned'");

  expect(exitCode).toBe(127);
  expect(stderr.text).toContain("-x: command not found");
});

test("reads nothing from standard input", async () => {
  expect(await sh("cat; echo done")).toMatchObject({ exitCode: 0, stdout: { text: "done\n" } });
});

test("shows a signal death as -1 and names the signal", async () => {
  expect(await sh("kill -KILL $$")).toMatchObject({ exitCode: -1, signal: "SIGKILL", ended: "exit" });
});

test("starts no program that the server's environment smuggles in", async () => {
  const server = {
    BASH_ENV: "/tmp/evil",
    "BASH_FUNC_ls%%": "() { echo evil; }",
    LD_PRELOAD: "/tmp/evil.so",
    GIT_EXTERNAL_DIFF: "evil",
    PROMPT_COMMAND: "evil",
    MANPAGER: "evil",
    PATH: ".:relative::/usr/bin:/bin",
    DEPLOY_TOKEN: "hush-hush-123",
    HARMLESS: "kept",
  };

  const { stdout } = await sh("env", { server });

  expect(stdout.text).toContain("HARMLESS=kept");
  expect(stdout.text).toContain("PATH=/usr/bin:/bin\n");
  expect(stdout.text).not.toMatch(/evil|hush|DEPLOY_TOKEN|LD_PRELOAD/);
});

test("says which folder is missing before anything starts", async () => {
  await expect(sh("true", { cwd: "/tmp/no/such/folder" })).rejects.toMatchObject({
    errorType: "WorkingDirectoryNotFound",
  });
});

test("says so when the shell cannot be started", async () => {
  await expect(sh("true", { shell: "/nonexistent/bash" })).rejects.toMatchObject({
    errorType: "CommandFailedToStart",
  });
  await expect(sh(`echo ${"x".repeat(3_000_000)}`)).rejects.toMatchObject({
    errorType: "CommandFailedToStart",
    suggestion: expect.stringContaining("file"),
  });
});

test("keeps the first bytes and counts the rest", async () => {
  const { stdout } = await sh("seq 1 100000", { limit: { bytes: 1_000, keep: "head" } });

  expect(stdout.text).toMatch(/^1\n2\n3\n/);
  expect(Buffer.byteLength(stdout.text)).toBe(1_000);
  expect(stdout).toMatchObject({ bytes: 588_895, omitted: 587_895 });
});

test("keeps the last bytes when asked to", async () => {
  const { stdout } = await sh("seq 1 100000", { limit: { bytes: 1_000, keep: "tail" } });

  expect(stdout.text).toMatch(/\n99999\n100000\n$/);
  expect(stdout).toMatchObject({ bytes: 588_895, omitted: 587_895 });
});

test.for(["head", "tail"] as const)("never cuts a letter in half at the %s", async (keep) => {
  for (const bytes of [10, 11, 12, 13]) {
    const { stdout } = await sh("printf 'äöü€😀%.0s' {1..50}", { limit: { bytes, keep } });

    expect(stdout.text).not.toContain("\ufffd");
    expect(stdout.text.length).toBeGreaterThan(0);
  }
});

test("survives binary output", async () => {
  const { stdout, exitCode } = await sh("head -c 300000 /dev/urandom", {
    limit: { bytes: 1_000, keep: "tail" },
  });

  expect(exitCode).toBe(0);
  expect(stdout.bytes).toBe(300_000);
  expect(Buffer.byteLength(stdout.text)).toBeLessThanOrEqual(1_000);
});

test("tells of progress while it runs", async () => {
  const seen: number[] = [];

  await sh("echo x; sleep 0.8", { progress: (elapsed, bytes) => seen.push(elapsed, bytes) });

  expect(seen.length).toBeGreaterThan(0);
  expect(seen.at(-1)).toBe(2);
});

test("waits for a helper that writes on after the shell has gone", async () => {
  const { stdout, leftBehind } = await sh("echo late > >(sleep 0.1; cat)");

  expect(stdout.text).toBe("late\n");
  expect(leftBehind).toEqual([]);
});
