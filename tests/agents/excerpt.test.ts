import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { QUIET } from "../../src/agents/channel/turn.ts";
import { type ProviderName, providers } from "../../src/agents/known.ts";
import { outcomeOf } from "../../src/agents/outcome.ts";
import { judge } from "../../src/agents/status.ts";

const capture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`./fixtures/screens/${name}.ansi`, import.meta.url)), "utf8");

function outcome(provider: ProviderName, screen: string, turns: (typeof QUIET)["turns"] = []) {
  const view = { title: "", command: provider, dead: false, inMode: false, capture: capture(screen) };
  const news = { ...QUIET, phase: "idle", turns } as const;
  return outcomeOf(judge(providers[provider], { kind: "found", view }, news));
}

test.each<[ProviderName, string]>([
  ["claude", "claude-2.1.326/error-400@80x24"],
  ["claude", "claude-2.1.197/error-400@80x24"],
  ["codex", "codex-0.169.0/error-400@80x24"],
  ["gemini", "gemini-0.61.0/error-400@80x24"],
])("%s: the excerpt of an error is the error, not the screen it stands on", (provider, screen) => {
  const { error_excerpt = "", snapshot } = outcome(provider, screen);
  expect(error_excerpt).toContain("400");
  expect(error_excerpt.split("\n").length).toBeLessThan(8);
  expect(error_excerpt).not.toMatch(/shortcuts|Type your message|Ask Codex|^❯/m);
  expect(snapshot).not.toBe(error_excerpt);
});

test("what the program wrote down about an error goes before what its screen has room for", () => {
  const turn = {
    id: "t",
    prompt: "go",
    startedAt: 1,
    outcome: "failed",
    error: "All of it.",
    tools: 0,
  } as const;
  expect(outcome("claude", "claude-2.1.326/error-400@80x24", [turn]).error_excerpt).toBe("All of it.");
});
