import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { fakeProgram, type Habits } from "./fake-stage.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** termgate itself, started as a shell would: in a process group of its own, which is what Ctrl-C reaches. */
function shell(habits: Habits) {
  const { root, log, project, environment } = fakeProgram(habits);
  const socket = join(root, "tmux.sock");
  const env = {
    ...environment,
    TERMGATE_SOCKET_PATH: socket,
    TERMGATE_STATE_DIR: join(root, "state"),
    TERMGATE_AGENTS_VARIABLES: "FAKE_TUI,TERMGATE_TEST_RUN",
  };
  const sessions = () => {
    try {
      return execFileSync("tmux", ["-S", socket, "list-sessions"], { encoding: "utf8", stdio: "pipe" });
    } catch {
      return "";
    }
  };
  const type = (...words: string[]) => {
    const child = spawn(process.execPath, [MAIN, ...words], { env, cwd: project, detached: true });
    const said = { out: "", err: "" };
    child.stdout.on("data", (text) => (said.out += text));
    child.stderr.on("data", (text) => (said.err += text));
    const ctrlC = () => process.kill(-(child.pid ?? 0), "SIGINT");
    return { child, said, ctrlC, ended: once(child, "exit") };
  };
  const heard = () => {
    try {
      return readFileSync(log, "utf8");
    } catch {
      return "";
    }
  };
  onTestFinished(() => {
    if (sessions() !== "") execFileSync("tmux", ["-S", socket, "kill-server"], { stdio: "pipe" });
    rmSync(root, { recursive: true, force: true });
  });
  return { type, sessions, heard, project };
}

const soon = { timeout: 20_000 };

test.each<[string, Habits, RegExp]>([
  ["while it works", { thinks: 60_000 }, /thinking/],
  ["while it starts", { dawdles: 60_000 }, /starting/],
])("Ctrl-C %s ends a prompt's agent, then the prompt", async (_when, habits, phase) => {
  const { type, sessions } = shell(habits);
  const { ctrlC, ended, said } = type("prompt", "take long");
  await expect.poll(() => said.err, soon).toMatch(phase);
  await expect.poll(sessions, soon).toContain("termgate-claude");
  ctrlC();
  expect(await ended).toEqual([130, null]);
  expect(said.out).toBe("");
  await expect.poll(sessions, soon).toBe("");
  const after = type("agents", "--all", "--json");
  await after.ended;
  expect(JSON.parse(after.said.out)).toMatchObject([{ agent: { state: "killed" } }]);
});

test("a second Ctrl-C does not wait for an agent that will not leave", async () => {
  const { type, sessions, heard } = shell({ thinks: 60_000, stubborn: true });
  const { ctrlC, ended, said } = type("prompt", "take long");
  await expect.poll(() => said.err, soon).toMatch(/thinking/);
  ctrlC();
  await expect.poll(heard, soon).toContain("told");
  ctrlC();
  expect(await ended).toEqual([130, null]);
  expect(sessions()).toContain("termgate-claude");
  const list = type("agents", "--json");
  await list.ended;
  const kill = type("agents", "kill", JSON.parse(list.said.out)[0].agent.id);
  expect(await kill.ended).toEqual([0, null]);
});

test("Ctrl-C is how a watched list ends well", async () => {
  const { type } = shell({});
  const { ctrlC, ended, said } = type("agents", "--watch");
  await expect.poll(() => said.out, soon).toContain("No agent is running.");
  ctrlC();
  expect(await ended).toEqual([0, null]);
});

test.each<[string, Habits, string]>([
  ["works", { thinks: 60_000 }, '"prompt"'],
  ["starts", { dawdles: 60_000 }, ""],
])("a client that leaves while its one_shot %s leaves no agent behind", async (_when, habits, sign) => {
  const { type, sessions, heard, project } = shell(habits);
  const { child, ended } = type("stdio");
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  send({ id: 1, method: "initialize", params });
  send({ method: "notifications/initialized" });
  const args = { prompt: "take long", cwd: project };
  send({ id: 2, method: "tools/call", params: { name: "one_shot", arguments: args } });
  await expect.poll(sessions, soon).toContain("termgate-claude");
  await expect.poll(heard, soon).toContain(sign);
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
  await expect.poll(sessions, soon).toBe("");
});
