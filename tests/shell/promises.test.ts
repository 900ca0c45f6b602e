import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, onTestFinished } from "vitest";
import { roleOf } from "../../src/tools/args.ts";
import { tools } from "../../src/tools/index.ts";
import { within } from "../../src/tools/tool.ts";
import { expect, test as base } from "../house.ts";

const test = base.extend({ environment: { PATH: "/usr/bin:/bin", HOME: "/tmp" } });

describe("a protected path", () => {
  const HOME = [
    ".bashrc",
    ".profile",
    ".zshrc",
    ".ssh/authorized_keys",
    ".config/termgate/config.toml",
    ".claude/settings.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".cursor/mcp.json",
  ];
  const SYSTEM = [
    "/etc/x",
    "/usr/bin/x",
    "/boot/x",
    "/lib/x",
    "/sbin/x",
    "/proc/sys/x",
    "/sys/x",
    "/var/log/x",
  ];
  const WAYS: readonly ((path: string) => string)[] = [
    (path) => `echo x > ${path}`,
    (path) => `echo x | tee -a "${path}"`,
    (path) => `cp /dev/null '${path}'`,
    (path) => `env -i nohup sh -c "echo x >> ${path}"`,
    (path) => `cd ${dirname(path)} && touch ./${path.split("/").at(-1)}`,
    (path) => `true; (rm -f ${path})`,
    (path) =>
      `ln -sf /dev/null ${dirname(path)}/../${dirname(path).split("/").at(-1)}/${path.split("/").at(-1)}`,
  ];

  test.for([...SYSTEM, ...HOME.map((name) => `~/${name}`)])(
    "%s is not written, whatever wraps the command",
    async (path, { call, stateDir }) => {
      for (const name of HOME) mkdirSync(join(stateDir, dirname(name)), { recursive: true });
      const real = path.startsWith("~/") ? join(stateDir, path.slice(2)) : path;
      for (const way of WAYS) {
        const { failure } = await call("execute_command", { command: way(real) });

        expect(failure, way(real)).toBe("CommandBlocked");
      }
      expect(existsSync(real)).toBe(false);
    },
  );

  test("of termgate itself and of a repository's hooks is not written either", async ({ call, stateDir }) => {
    const project = mkdtempSync(join(tmpdir(), "promise-"));
    onTestFinished(() => rmSync(project, { recursive: true }));
    mkdirSync(join(project, ".git", "hooks"), { recursive: true });
    for (const path of [
      join(stateDir, "audit", "x"),
      join(stateDir, "approvals", "approvals.db"),
      join(project, ".git/hooks/pre-commit"),
    ])
      for (const way of WAYS)
        expect((await call("execute_command", { command: way(path) })).failure, way(path)).toBe(
          "CommandBlocked",
        );
  });

  test("stays blocked when asked for again and again: there is no code to approve", async ({
    call,
    audited,
  }) => {
    for (let time = 0; time < 3; time++) {
      const { text } = await call("execute_command", { command: "echo x > /etc/x" });

      expect(text).toMatch(/^BLOCKED:/);
      expect(text).not.toContain("termgate approve");
    }
    expect(audited().filter(({ event }) => event === "PERMISSION_REQUESTED")).toEqual([]);
  });

  test("that was refused, and a command nobody approved, are in the audit log", async ({ call, audited }) => {
    await call("execute_command", { command: "echo x > /etc/x" });
    await call("execute_command", { command: "some-program-nobody-knows" });

    expect(audited().filter(({ outcome }) => outcome === "error")).toMatchObject([
      { tool: "execute_command", error_type: "CommandBlocked", class: "blocked", denied: "blocked" },
      { tool: "execute_command", error_type: "ApprovalDenied", class: "dangerous", denied: "unsupported" },
    ]);
  });
});

test("what nobody knows is never run unasked", async ({ call }) => {
  for (const command of [
    "some-program-nobody-knows",
    "echo 'unfinished",
    "if true; then",
    "$(printf r)m x",
    `echo ${"(".repeat(300)}`,
    `echo ${"a ".repeat(200_000)}`,
    "=ls",
    "echo \u0000",
  ]) {
    const { failure, isError } = await call("execute_command", { command });

    expect(isError, command.slice(0, 40)).toBe(true);
    expect(["ApprovalDenied", "CommandBlocked", "ValidationError"], command.slice(0, 40)).toContain(failure);
  }
});

test("a namesake of what is ended lives on", async ({ call, server }) => {
  expect(server).toBeDefined();
  const namesake: ChildProcess = spawn("sleep", ["77.125"], { stdio: "ignore", detached: true });
  onTestFinished(() => void namesake.kill("SIGKILL"));

  const { output } = await call("execute_command", { command: "sleep 77.125", timeout_seconds: 1 });

  expect(output.ended).toBe("timeout");
  expect(namesake.exitCode ?? namesake.signalCode).toBeNull();
  expect(readFileSync(`/proc/${namesake.pid}/comm`, "utf8").trim()).toBe("sleep");
});

test("no source kills by a name", () => {
  const source = join(import.meta.dirname, "../../src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.startsWith("policy/") && !name.startsWith("approvals/"),
  );
  const naming = files.filter((name) =>
    /["'`](?:pkill|killall)\b["'`]/.test(readFileSync(join(source, name), "utf8")),
  );

  expect(files.length).toBeGreaterThan(100);
  expect(naming).toEqual([]);
});

test("every tool has a tier", () => {
  expect(tools.filter(({ tier }) => !within("destructive", tier))).toEqual([]);
});

test("every argument that a shell or tmux could run says so by its role", () => {
  const telling =
    /^(?:command|args|shell|keys|text|format_string|value|content|prompt|environment|env|pipe_command)$/;
  const silent = tools.flatMap(({ name, tier, input }) =>
    Object.entries(input)
      .filter(
        ([argument, schema]) => tier !== "readonly" && telling.test(argument) && roleOf(schema) === undefined,
      )
      .map(([argument]) => `${name} ${argument}`),
  );

  expect(silent).toEqual([]);
});
