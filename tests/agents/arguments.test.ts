import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test as house } from "../house.ts";
import { fakeProgram } from "./fake-stage.ts";

/** A person who has some of the programs, none of which is ever to be started here. */
const test = house.extend<{ programs: readonly string[]; cwd: string; environment: Record<string, string> }>({
  programs: ["claude"],
  cwd: async ({ environment }, use) => use(join(environment["HOME"] ?? "", "project")),
  environment: async ({ programs }, use) => {
    const { root, environment } = fakeProgram({});
    rmSync(join(root, "bin", "claude"));
    for (const name of programs) {
      writeFileSync(join(root, "bin", name), "#!/bin/sh\nexit 1\n");
      chmodSync(join(root, "bin", name), 0o755);
    }
    await use(environment);
    rmSync(root, { recursive: true, force: true });
  },
});

test("a program that is not there is refused by name before anything is done, with what there is and how to get it", async ({
  call,
  cwd,
  stateDir,
}) => {
  const { failure, text } = await call("one_shot", { prompt: "x", provider: "codex", cwd });
  expect(failure).toBe("ProviderUnavailable");
  expect(text).toContain("codex is not on PATH");
  expect(text).toContain("Available now: claude.");
  expect(text).toContain("npm install -g @openai/codex");
  expect(existsSync(join(stateDir, "agents.sqlite3"))).toBe(false);
});

test("null is no number: neither a timeout nor a count of lines can be given as one", async ({
  call,
  cwd,
}) => {
  const wrong: [string, object][] = [
    ["spawn_claude", { cwd, timeout_ms: null }],
    ["prompt_agent", { id: "x", prompt: "y", timeout_ms: null }],
    ["wait_for_agent", { id: "x", timeout_ms: null }],
    ["one_shot", { prompt: "y", cwd, timeout_ms: null }],
    ["snapshot_agent", { id: "x", capture_lines: null }],
  ];
  for (const [tool, args] of wrong) {
    const { failure, text } = await call(tool, { ...args });
    expect(failure).toBe("ValidationError");
    expect(text).toMatch(/(?:timeout_ms|capture_lines)\n {2}Should be number/);
  }
  // Everywhere else it is another way of saying nothing.
  expect((await call("wait_for_agent", { id: "x", turn_id: null })).failure).toBe("AgentNotFound");
});

test.extend({ programs: ["codex", "agy"] })(
  "what other programs take is refused in the program's own words, and what nobody takes in the usual ones",
  async ({ call, cwd, stateDir }) => {
    const wrong: [string, string][] = [
      ["codex", "agent"],
      ["codex", "permission_mode"],
      ["codex", "settings"],
      ["agy", "model"],
      ["agy", "model_preset"],
      ["agy", "effort"],
      ["agy", "agent"],
    ];
    for (const [program, name] of wrong) {
      const says = `The ${program} provider does not support ${name}.`;
      const { failure, text } = await call(`spawn_${program}`, { cwd, [name]: "x" });
      expect(failure).toBe("ValidationError");
      expect(text).toContain(says);
      expect(text).not.toContain("Unexpected argument");
      expect(
        (await call("one_shot", { prompt: "x", provider: program, cwd, [name]: WORDS[name] ?? "x" })).text,
      ).toContain(says);
    }
    const both = (await call("spawn_codex", { cwd, agent: "x", surprise: 1 })).text;
    expect(both).toContain("The codex provider does not support agent.");
    expect(both).toMatch(/surprise\n {2}Unexpected argument/);
    expect(existsSync(join(stateDir, "agents.sqlite3"))).toBe(false);
  },
);

const WORDS: Readonly<Record<string, string>> = { permission_mode: "plan", effort: "high", settings: "{}" };
