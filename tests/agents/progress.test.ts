import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeStage } from "./fake-stage.ts";

test("a long turn tells its phase and how long it takes, and what it waits for", async () => {
  await using stage = await fakeStage({ slow: 150, dialogEvery: 2 });
  const said: string[] = [];
  const options = {
    timeoutMs: 30_000,
    noYolo: false,
    progress: (message: string) => void said.push(message),
  };
  await stage.agents.prompt(stage.id, "take your time", options);
  expect(said).toContainEqual(expect.stringMatching(/^thinking \d+ s$/));
  await stage.agents.prompt(stage.id, "may I", options);
  expect(said.at(-1)).toMatch(/^blocked \d+ s$/);
});

test("one shot tells each of its phases: the start, the work, the end", async () => {
  await using stage = await fakeStage({ thinks: 200, dawdles: 200 });
  const said: string[] = [];
  const progress = (message: string) => void said.push(message);
  const request = {
    provider: "claude",
    cwd: join(stage.root, "project"),
    launch: {},
    noYolo: false,
  } as const;
  await stage.agents.oneShot({ ...request, prompt: "go" }, { timeoutMs: 30_000, progress });
  const phases = [...new Set(said.map((message) => message.replace(/ \d+ s$/, "")))];
  expect(phases.filter((phase) => ["starting", "thinking", "ending"].includes(phase))).toEqual([
    "starting",
    "thinking",
    "ending",
  ]);
});
