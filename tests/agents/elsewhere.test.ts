import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fakeStage } from "./fake-stage.ts";

const CALL = { timeoutMs: 30_000, noYolo: false };

type Stage = Awaited<ReturnType<typeof fakeStage>>;

/** A person at the agent's terminal begins anew, and somebody looks on. */
async function cleared({ agents, id, log }: Stage) {
  await agents.sendKeys(id, { text: "/clear", keys: ["Enter"], paste: false }, CALL);
  await expect.poll(() => readFileSync(log, "utf8")).toContain("cleared");
  expect(await agents.snapshot(id, 1)).toMatchObject({ outcome: { outcome: "ready" } });
}

const starts = ({ log }: Stage) =>
  readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter((entry) => "started" in entry);

test("an agent that a person took to another conversation is followed there, interrupted there and resumed there", async () => {
  await using stage = await fakeStage({ thinks: 300 });
  const { agents, id } = stage;
  const before = await agents.prompt(id, "before", { ...CALL, key: "k" });
  await cleared(stage);
  expect(await agents.prompt(id, "after", CALL)).toMatchObject({
    outcome: { message: { text: "got after" } },
  });

  const running = agents.prompt(id, "stop this", CALL);
  await expect.poll(async () => (await agents.snapshot(id, 1)).agent.state).toBe("running");
  expect(await agents.interrupt(id, CALL)).toMatchObject({ interrupted: true, agent: { state: "ready" } });
  expect(await running).toMatchObject({ turn: { outcome: "interrupted" } });

  // What was said there still is the answer to what was asked there.
  const again = await agents.prompt(id, "before", { ...CALL, key: "k" });
  expect(again).toMatchObject({ turn: before.turn, outcome: { message: { text: "got before" } } });
  expect(await agents.wait(id, { ...CALL, turnId: before.turn?.id })).toEqual(again);

  await agents.kill(id, CALL);
  expect(await agents.prompt(id, "on", CALL)).toMatchObject({ resumed: true });
  const [first, second] = starts(stage);
  expect(second).toMatchObject({ resumes: true });
  expect(second.started).not.toBe(first.started);
});

test("a conversation that was cleared and nothing said since is not resumed but begun", async () => {
  await using stage = await fakeStage({});
  const { agents, id, run, pane } = stage;
  await agents.prompt(id, "before", CALL);
  await cleared(stage);
  run("kill-pane", "-t", pane);
  expect(await agents.prompt(id, "after", CALL)).toMatchObject({
    resumed: false,
    outcome: { message: { text: "got after" } },
  });
  const [first, second] = starts(stage);
  expect(second).toMatchObject({ resumes: false });
  expect(second.started).not.toBe(first.started);
});
