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
