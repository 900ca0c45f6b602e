import { expect, test } from "vitest";
import { fakeStage } from "./fake-stage.ts";

const CALL = { timeoutMs: 30_000, noYolo: false };

test("a turn that is over gives its reply at once, by its key and by its id, while the agent asks about the next", async () => {
  await using stage = await fakeStage({ dialogEvery: 2 });
  const { agents, id } = stage;
  const first = await agents.prompt(id, "one", { ...CALL, key: "k" });
  expect(first).toMatchObject({ outcome: { outcome: "ready", message: { text: "got one" } } });
  const second = await agents.prompt(id, "two", CALL);
  expect(second).toMatchObject({ agent: { state: "blocked" }, turn: { outcome: "running" } });

  const again = { ...first, agent: { ...first.agent, state: "blocked", updated_at_ms: expect.anything() } };
  const expected = { ...again, outcome: { ...first.outcome, classified_state: "blocked" } };
  expect(await agents.prompt(id, "one", { ...CALL, key: "k" })).toEqual(expected);
  expect(await agents.wait(id, { timeoutMs: 1_000, turnId: first.turn?.id })).toEqual(expected);
  // Nobody's turn in particular: then it is about the agent, and the agent asks.
  expect(await agents.wait(id, { timeoutMs: 1_000 })).toMatchObject({ outcome: { outcome: "blocked" } });
});

test("a turn that is over gives its reply at once while the agent works on the next", async () => {
  await using stage = await fakeStage({ slow: 400 });
  const { agents, id } = stage;
  const first = await agents.prompt(id, "one", CALL);
  const next = agents.prompt(id, "two", CALL);
  await expect.poll(async () => (await agents.snapshot(id, 1)).agent.state).toBe("running");
  const told = await agents.wait(id, { timeoutMs: 1_000, turnId: first.turn?.id });
  expect(told).toMatchObject({
    agent: { state: "running" },
    outcome: { outcome: "ready", message: { text: "got one", fresh: true } },
    turn: { id: first.turn?.id, outcome: "completed" },
  });
  expect(await next).toMatchObject({ outcome: { message: { text: "got two" } } });
});

test("a turn nobody waited for to its end is known as over once another one began", async () => {
  await using stage = await fakeStage({ slow: 400, dialogEvery: 2 });
  const { agents, id } = stage;
  const left = new AbortController();
  const first = agents.prompt(id, "one", { ...CALL, key: "k", signal: left.signal });
  await expect.poll(async () => (await agents.snapshot(id, 1)).agent.state).toBe("running");
  left.abort();
  await expect(first).rejects.toThrow();
  await agents.prompt(id, "two", CALL);
  const told = await agents.prompt(id, "one", { ...CALL, key: "k" });
  expect(told).toMatchObject({ outcome: { message: { text: "got one" } }, turn: { outcome: "completed" } });
});
