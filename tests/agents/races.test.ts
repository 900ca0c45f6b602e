import { expect, test } from "vitest";
import { join } from "node:path";
import { Registry } from "../../src/agents/registry/registry.ts";
import { fakeStage } from "./fake-stage.ts";

const CALL = { timeoutMs: 30_000, noYolo: false };

function openRegistry(root: string) {
  const registry = new Registry(join(root, "state", "agents.sqlite3"));
  return Object.assign(registry, { [Symbol.dispose]: () => registry.close() });
}

test("a start nobody saw the end of in time goes on: it is no trouble, and is told as none", async () => {
  await using stage = await fakeStage({ dawdles: 4_000 });
  const { agents, root } = stage;
  const request = { provider: "claude", cwd: join(root, "project"), launch: {}, noYolo: false } as const;
  const { agent, outcome } = await agents.spawn(request, { timeoutMs: 1_000 });
  expect(agent.state).toBe("starting");
  expect(outcome).toMatchObject({ outcome: "timeout", warnings: ["timeout"] });
  expect(outcome).not.toHaveProperty("blocked_reason");
  const early = await agents.prompt(agent.id, "too early", { ...CALL, timeoutMs: 1 });
  expect(early).toMatchObject({ agent: { state: "starting" }, outcome: { outcome: "timeout" } });
  expect(early.outcome).not.toHaveProperty("blocked_reason");
  expect((await agents.snapshot(agent.id, 1)).agent.state).toBe("starting");
  expect(await agents.wait(agent.id, CALL)).toMatchObject({ agent: { state: "ready" } });
});

test("a prompt that met a screen nobody can read timed out: that is no reason to be blocked", async () => {
  await using stage = await fakeStage({});
  const { agents, id, pane, run } = stage;
  run("copy-mode", "-t", pane);
  const told = await agents.prompt(id, "hello", { ...CALL, timeoutMs: 300 });
  expect(told).toMatchObject({ agent: { state: "running" }, outcome: { outcome: "timeout" } });
  expect(told.outcome).not.toHaveProperty("blocked_reason");
  run("send-keys", "-t", pane, "-X", "cancel");
});

test("a look that is older than a kill does not bring the dead back", async () => {
  await using stage = await fakeStage({});
  const { agents, id, root } = stage;
  const looks = [agents.list(), agents.snapshot(id, 1)];
  await agents.kill(id, CALL);
  await Promise.all(looks);
  using registry = openRegistry(root);
  const killed = registry.agent(id);
  expect(killed.state).toBe("killed");
  registry.setState(killed, "ready");
  registry.setState(killed, "dead");
  registry.setBlocked(killed, "permission_dialog", "seen long ago");
  expect(registry.agent(id)).toEqual(killed);

  // The next start is another matter, and the last one's news are none of its.
  await agents.prompt(id, "again", CALL);
  registry.setState(killed, "dead");
  registry.setBlocked(killed, "permission_dialog", "seen long ago");
  expect(registry.agent(id)).toMatchObject({ state: "ready", resurrections: 1 });
});

test.each([false, true])(
  "a kill that comes while an agent starts is the last word (again: %s)",
  async (again) => {
    await using stage = await fakeStage({ dawdles: 1_000 });
    const { agents, root, run } = stage;
    const request = { provider: "claude", cwd: join(root, "project"), launch: {}, noYolo: false } as const;
    const born = agents.ids();
    if (again) await agents.kill(stage.id, CALL);
    const starting = again ? agents.prompt(stage.id, "hello", CALL) : agents.spawn(request, CALL);
    const told = starting.then(
      ({ outcome }) => outcome.outcome,
      (error) => error.errorType,
    );
    const id = again ? stage.id : (agents.ids().find((one) => !born.includes(one)) ?? "");
    using registry = openRegistry(root);
    const state = () => registry.agent(id).state;
    await expect.poll(state).toBe("starting");
    await agents.kill(id, CALL);
    expect(["dead", "AgentDead"]).toContain(await told);
    expect(state()).toBe("killed");
    let sessions = "";
    try {
      sessions = run("list-sessions");
    } catch {
      // The server went with its last window.
    }
    expect(sessions).not.toContain(id.slice(0, 8));
  },
);

test("a kill that comes before anybody knows where the agent runs is the last word too", async () => {
  await using stage = await fakeStage({});
  const { agents, root, run } = stage;
  using registry = openRegistry(root);
  const request = { provider: "claude", cwd: join(root, "project"), launch: {}, noYolo: false } as const;
  const starting = agents.spawn(request, CALL);
  const id = agents.ids().find((one) => one !== stage.id) ?? "";
  registry.setState({ id }, "killed");
  expect(await starting).toMatchObject({ agent: { id, state: "killed" }, outcome: { outcome: "dead" } });
  expect(run("list-sessions")).not.toContain(id.slice(0, 8));
});

test("whether a lost prompt was sent is looked for no longer than the call may take, and nothing is sent meanwhile", async () => {
  await using stage = await fakeStage({ thinks: 2_500 });
  const { agents, id, root } = stage;
  const running = agents.prompt(id, "something else", CALL);
  await expect.poll(async () => (await agents.snapshot(id, 1)).agent.state).toBe("running");
  using registry = openRegistry(root);
  const turn = registry.addTurn(id, "lost", "");
  const told = await agents.wait(id, { timeoutMs: 300, turnId: turn.id });
  expect(told).toMatchObject({ agent: { state: "running" }, outcome: { outcome: "timeout" } });
  const left = new AbortController();
  const waiting = agents.wait(id, { timeoutMs: 60_000, turnId: turn.id, signal: left.signal });
  left.abort();
  await expect(waiting).rejects.toThrow();
  expect(await running).toMatchObject({ outcome: { message: { text: "got something else" } } });
});
