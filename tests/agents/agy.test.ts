import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test as base } from "vitest";
import { launchWords } from "../../src/agents/provider.ts";
import agy from "../../src/agents/providers/agy.ts";
import { temporary } from "./stage.ts";

const test = base.extend<{ home: string }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures from this pattern
  home: async ({}, use) => {
    const home = temporary();
    mkdirSync(join(home, ".gemini", "antigravity-cli", "conversations"), { recursive: true });
    await use(home);
    rmSync(home, { recursive: true });
  },
});

const cwd = "/some/project";
const STARTED = 10_000;
const place = (home: string, pid?: number) => ({
  home,
  env: {},
  cwd,
  sessionId: undefined,
  events: "",
  pid,
  since: STARTED,
});

function said(home: string, ...lines: (readonly [at: number, workspace: string, id: string])[]): void {
  const records = lines.map(([timestamp, workspace, conversationId]) =>
    JSON.stringify({ display: "hello", timestamp, workspace, conversationId }),
  );
  writeFileSync(join(home, ".gemini", "antigravity-cli", "history.jsonl"), `${records.join("\n")}\n`);
}

test("the conversation is the one whose file the program holds open", ({ home }) => {
  said(home, [STARTED + 1, cwd, "another"]);
  const folder = join(home, ".gemini", "antigravity-cli", "conversations");
  const held = openSync(join(folder, "mine.pb"), "w");

  try {
    expect(agy.conversation(place(home, process.pid))).toBe("mine");
  } finally {
    closeSync(held);
  }
  expect(agy.conversation(place(home, process.pid))).toBe("another");
});

test("else it is the only one of its folder since it began", ({ home }) => {
  expect(agy.conversation(place(home))).toBeUndefined();

  said(home, [STARTED - 1, cwd, "before"], [STARTED + 1, "/elsewhere", "away"], [STARTED + 2, cwd, "mine"]);
  expect(agy.conversation(place(home))).toBe("mine");

  said(home, [STARTED + 1, cwd, "mine"], [STARTED + 90_000, cwd, "perhaps another's"]);
  expect(agy.conversation(place(home))).toBeUndefined();
});

test("a later start goes on with it", () => {
  const launch = { options: {}, sessionId: "mine", resumes: true, folder: "", events: "", environment: {} };

  expect(launchWords(agy, launch)).toEqual(["--conversation", "mine"]);
});
