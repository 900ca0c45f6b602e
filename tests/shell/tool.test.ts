import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Inbox } from "../../src/approvals/inbox.ts";
import executeCommand from "../../src/tools/shell/execute-command.ts";
import getSystemPath from "../../src/tools/shell/get-system-path.ts";
import listProtectedPaths from "../../src/tools/shell/list-protected-paths.ts";
import listSafeCommands from "../../src/tools/shell/list-safe-commands.ts";
import { expect, test as base } from "../house.ts";
import { running, uniqueSeconds } from "./run.ts";

const test = base.extend({
  tools: [executeCommand, getSystemPath, listProtectedPaths, listSafeCommands],
  environment: {
    PATH: ".:/usr/bin:/bin",
    HOME: "/tmp",
    DEPLOY_TOKEN: "hush-hush-0123456789",
  } as Record<string, string>,
});

test("a safe command runs at once and answers in both forms", async ({ call }) => {
  const { isError, text, output } = await call("execute_command", {
    command: "echo",
    args: ["a  b", "$HOME"],
  });

  expect(isError).toBe(false);
  expect(text).toMatch(/^Exit code: 0\nExecution time: \d+ms\nstdout:\na {2}b \$HOME\n$/);
  expect(output).toMatchObject({
    exit_code: 0,
    ended: "exit",
    stdout: "a  b $HOME\n",
    stderr: "",
    left_behind: [],
  });
});

test("a command that exits 1 is marked as an error and still shown", async ({ call }) => {
  const { isError, text } = await call("execute_command", { command: "ls /no-such-folder-here" });

  expect(isError).toBe(true);
  expect(text).toMatch(/^Exit code: 2\n/);
  expect(text).toContain("stderr:\n");
});

test("a write to a protected place is blocked and audited with the rule", async ({ call, audited }) => {
  const { isError, text, failure } = await call("execute_command", { command: "echo x > /etc/passwd" });

  expect([isError, failure]).toEqual([true, "CommandBlocked"]);
  expect(text).toMatch(/^BLOCKED:/);
  expect(audited().find(({ outcome }) => outcome === "error")).toMatchObject({
    class: "blocked",
    denied: "blocked",
    rule: expect.any(String),
  });
  expect(audited().map((record) => record["event"])).toContain("PATH_GUARD_BLOCKED");
});

test("a dangerous command is denied where nobody can be asked, and runs once after a yes", async ({
  call,
  stateDir,
  audited,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "work-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const args = { command: "touch made.txt && ls", working_directory: folder };
  const denied = await call("execute_command", args);
  const inbox = new Inbox({ stateDir, perMinute: 9, maxWaiting: 9, useMs: 60_000 });
  const [request] = inbox.waiting();
  inbox.answer(request?.code ?? "", "approved", "ada");
  inbox.close();

  const ran = await call("execute_command", args);
  const again = await call("execute_command", args);

  expect(denied).toMatchObject({ isError: true, failure: "ApprovalDenied" });
  expect(denied.text).toMatch(/^DENIED: Elicitation not supported/);
  expect(denied.text).toContain(`termgate approve ${request?.code}`);
  expect(ran).toMatchObject({ isError: false, output: { stdout: "made.txt\n" } });
  expect(again).toMatchObject({ isError: true, failure: "ApprovalDenied" });
  expect(audited().find((record) => record["approved_by"])).toMatchObject({ approved_by: "ada" });
  const events = audited().flatMap((record) => record["event"] ?? []);
  expect(events).toEqual(
    expect.arrayContaining([
      "COMMAND_RECEIVED",
      "COMMAND_CLASSIFIED",
      "PERMISSION_REQUESTED",
      "PERMISSION_DENIED",
      "PERMISSION_GRANTED",
      "COMMAND_EXECUTED",
    ]),
  );
});

test("a command that takes too long is ended and what it wrote is returned", async ({ call, audited }) => {
  const seconds = uniqueSeconds();

  const { isError, text, output } = await call("execute_command", {
    command: `echo early; sleep ${seconds}`,
    timeout_seconds: 1,
  });

  expect(isError).toBe(true);
  expect(text).toMatch(/^TIMEOUT: .*1 second/);
  expect(output).toMatchObject({ ended: "timeout", stdout: "early\n" });
  expect(running(seconds)).toEqual([]);
  expect(audited().map((record) => record["event"])).toContain("COMMAND_TIMEOUT");
});

test("more commands at once than allowed are refused at once", async ({ call }) => {
  const first = call("execute_command", { command: "sleep 0.5; echo first" });

  const second = await call("execute_command", { command: "echo second" });

  expect(second).toMatchObject({ isError: true, failure: "TooManyCommands" });
  expect(await first).toMatchObject({ isError: false });
  expect(await call("execute_command", { command: "echo third" })).toMatchObject({ isError: false });
});

test("a question that waits for a person holds no place", async ({ call }) => {
  await call("execute_command", { command: "touch x" });

  expect(await call("execute_command", { command: "echo free" })).toMatchObject({ isError: false });
});

test("secrets by name neither reach a command nor an answer, an event or an error", async ({
  call,
  audited,
}) => {
  const shown = [
    await call("execute_command", { command: "printenv" }),
    await call("execute_command", { command: "echo hush-hush-0123456789" }),
    await call("execute_command", { command: "rm hush-hush-0123456789" }),
    await call("execute_command", { command: "echo x > /etc/hush-hush-0123456789" }),
  ];

  expect(shown[0]?.text).not.toContain("DEPLOY_TOKEN");
  expect(JSON.stringify([shown, audited()])).not.toContain("hush-hush");
});

test("closing the server ends what runs", async ({ call, server }) => {
  const seconds = uniqueSeconds();
  const ending = call("execute_command", { command: `sleep ${seconds}`, timeout_seconds: 100 }).catch(
    () => undefined,
  );
  await expect.poll(() => running(seconds).length).toBeGreaterThan(0);

  await server.close();
  await ending;

  expect(running(seconds)).toEqual([]);
});

test("get_system_path lists absolute folders only, in the contract's fields", async ({ call }) => {
  const { text, output } = await call("get_system_path");

  expect(output).toEqual({
    path_entries: ["/usr/bin", "/bin"],
    separator: ":",
    os: "linux",
    arch: expect.any(String),
  });
  expect(JSON.parse(text)).toEqual(output);
});

const withExtras = test.extend({
  overrides: {
    shell: {
      additionalSafeCommands: ["make", "sudo"],
      additionalProtectedPaths: [{ path: "/data", readAllowed: true }],
    },
  },
});

withExtras(
  "the lists show what the person added, and no catastrophic program among the safe",
  async ({ call }) => {
    const safe = (await call("list_safe_commands")).output;
    const places = (await call("list_protected_paths")).output;

    expect(safe.additional_safe_commands).toEqual(["make"]);
    expect(safe.commands).toContainEqual({ name: "ls", description: expect.any(String) });
    expect(safe.count).toBe(safe.commands.length + 1);
    expect(places.additional_protected_paths).toEqual([{ path: "/data", read_allowed: true }]);
    expect(places.paths).toContainEqual({ path: "/root", read_allowed: false, reason: expect.any(String) });
    expect(places.count).toBe(places.paths.length + 1);
  },
);

const developer = test.extend({ overrides: { shell: { preset: "developer" as const } } });

developer("a preset lets its programs run unasked and says so in the answer", async ({ call, audited }) => {
  const { isError, text, output } = await call("execute_command", {
    command: "rm -f no-such-file-of-this-test",
  });

  expect(isError).toBe(false);
  expect(text).toMatch(/\u26a0\ufe0f Pre-approved.*additional_safe_commands.*: rm\./);
  expect(output).toMatchObject({ pre_approved: ["rm"] });
  expect(audited().find(({ outcome }) => outcome === "ok")).toMatchObject({ pre_approved: ["rm"] });
});

developer("a preset covers nothing catastrophic, protected or outside the project", async ({ call }) => {
  expect(await call("execute_command", { command: "bash -c 'sudo id'" })).toMatchObject({
    failure: "ApprovalDenied",
  });
  expect(await call("execute_command", { command: "rm -rf /etc" })).toMatchObject({
    failure: "CommandBlocked",
  });
  expect(await call("execute_command", { command: "rm -f /tmp/no-such-file-of-this-test" })).toMatchObject({
    failure: "ApprovalDenied",
  });
});
