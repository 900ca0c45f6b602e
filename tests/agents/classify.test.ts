import { expect, test } from "vitest";
import { classify } from "../../src/agents/classify.ts";
import { providers } from "../../src/agents/known.ts";
import { recordings } from "./recordings.ts";

test.each(recordings())(
  "reads $name from its rows, with and without colours",
  ({ provider, ansi, plain, expect: [state, reason] }) => {
    for (const capture of [ansi, plain]) {
      const reading = classify(providers[provider], capture);
      expect(reading).toMatchObject({ state, ...(reason && { reason }) });
    }
  },
);

test.each(recordings())(
  "reads $name the same with its title",
  ({ provider, ansi, title, expect: [state] }) => {
    const reading = classify(providers[provider], ansi, { title });
    expect(reading).toMatchObject({ state });
  },
);

test("a blank screen says nothing", () => {
  expect(classify(providers.claude, "\n\n   \n").state).toBe("unknown");
});

test("a shell prompt is no agent", () => {
  for (const provider of Object.values(providers))
    expect(classify(provider, "someone@host:~/project$ ").state).toBe("unknown");
});
