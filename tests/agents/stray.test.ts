import { join } from "node:path";
import { expect, test } from "vitest";
import { Registry } from "../../src/agents/registry/registry.ts";
import { isRunning } from "../../src/tmux/foreground.ts";
import { fakeStage } from "./fake-stage.ts";

const CALL = { timeoutMs: 30_000 };

/** What a termgate leaves that was killed between starting a program and writing down where it runs. */
async function half(stage: Awaited<ReturnType<typeof fakeStage>>, key: string) {
  const { root, run } = stage;
  const cwd = join(root, "project");
  const request = { provider: "claude", cwd, launch: {}, noYolo: false, key } as const;
  const registry = new Registry(join(root, "state", "agents.sqlite3"));
  const { id } = registry.addAgent({ ...request, sessionId: "00000000-0000-4000-8000-000000000000" });
  registry.takeKey(key, JSON.stringify([request.provider, cwd, request.launch]), { agentId: id });
  registry.close();
  const mark = `TERMGATE_AGENT=${id}`;
  const name = `termgate-claude-${id.slice(0, 8)}-0`;
  run("new-session", "-d", "-e", mark, "-s", name, "exec sleep 1000");
  const pid = Number(run("list-panes", "-t", `=${name}`, "-F", "#{pane_pid}"));
  return { id, request, pid };
}

test("a spawn whose first caller died half-way is done anew under the same id, and nothing is left of the first", async () => {
  await using stage = await fakeStage({});
  const { id, request, pid } = await half(stage, "k-1");
  const again = await stage.agents.spawn(request, CALL);
  expect(again).toMatchObject({ agent: { id, state: "ready" }, outcome: { outcome: "ready" } });
  expect(isRunning(pid)).toBe(false);
  expect((await stage.agents.spawn(request, CALL)).agent.tmux).toEqual(again.agent.tmux);
});

test("two spawns with one key at the same time give one agent and the same outcome", async () => {
  await using stage = await fakeStage({ dawdles: 800 });
  const request = {
    provider: "claude",
    cwd: join(stage.root, "project"),
    launch: {},
    noYolo: false,
  } as const;
  const other = stage.make();
  const [first, second, short] = await Promise.all([
    stage.agents.spawn({ ...request, key: "k-3" }, CALL),
    other.spawn({ ...request, key: "k-3" }, CALL),
    other.spawn({ ...request, key: "k-3" }, { timeoutMs: 100 }),
  ]);
  expect(first).toMatchObject({ agent: { state: "ready" }, outcome: { outcome: "ready" } });
  expect(second).toMatchObject({ agent: { id: first.agent.id }, outcome: { outcome: "ready" } });
  expect(short).toMatchObject({
    agent: { id: first.agent.id },
    outcome: { outcome: "busy", held_by: { purpose: "spawn", pid: process.pid } },
  });
  expect(stage.agents.ids()).toHaveLength(2);
  await other.close();
});

test("a kill ends what a dead starter left, though nobody wrote down where it runs", async () => {
  await using stage = await fakeStage({});
  const { id, pid } = await half(stage, "k-2");
  expect(await stage.agents.kill(id, CALL)).toMatchObject({ killed: true, already_gone: false });
  expect(isRunning(pid)).toBe(false);
  expect(stage.run("list-sessions")).not.toContain(id.slice(0, 8));
  expect(await stage.agents.kill(id, CALL)).toMatchObject({ already_gone: true });
});

test("agents on a server that hangs are listed as unknown, not hidden", async () => {
  await using stage = await fakeStage({});
  const server = Number(stage.run("display-message", "-p", "#{pid}"));
  process.kill(server, "SIGSTOP");
  try {
    const [listed] = await stage.agents.list();
    expect(listed).toMatchObject({ agent: { id: stage.id }, outcome: { outcome: "unknown" } });
  } finally {
    process.kill(server, "SIGCONT");
  }
});
