import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROVIDERS, providers } from "../../src/agents/known.ts";
import { launchWords } from "../../src/agents/provider.ts";
import { withHooks } from "../../src/agents/providers/gemini.ts";
import { recordings } from "./recordings.ts";

const NAMES = new RegExp(`\\b(?:${PROVIDERS.join("|")})\\b`, "i");

test("what is known about a program stands in its own file and nowhere else", () => {
  const files = globSync(["src/agents/**/*.ts", "src/tools/agents/*.ts", "src/tools/agent-arguments.ts"]);
  const others = files.filter((path) => !path.includes("/providers/"));
  expect(others.length).toBeGreaterThan(30);
  expect(others.filter((path) => NAMES.test(readFileSync(path, "utf8")))).toEqual([]);
});

test.each(PROVIDERS)(
  "%s is called like its file and has recordings of a release it was tested with",
  (name) => {
    const { name: own, tested } = providers[name];
    expect(own).toBe(name);
    const recorded = recordings().filter(({ provider }) => provider === name);
    const releases = new Set(recorded.map((one) => one.name.replace(/^[a-z]+-|\/.*$/g, "")));
    expect([...releases].toSorted()).toEqual([...tested].toSorted());
  },
);

test.each(PROVIDERS)(
  "%s can be started and gone on with, with every argument it takes on the line",
  (name) => {
    const launch = { sessionId: "s-1", folder: "/a", events: "/a/events", environment: {} };
    const words = (options: Record<string, string>, resumes: boolean) =>
      launchWords(providers[name], { ...launch, options, resumes });
    const asked = Object.fromEntries(
      Object.entries(providers[name].takes).map(([key, { values }]) => [key, values?.[0] ?? '{"a":1}']),
    );
    for (const [key, value] of Object.entries(asked))
      expect(words({ [key]: value }, false)).not.toEqual(words({}, false));
    if (providers[name].choosesSession) expect(words({}, false)).toContain("s-1");
    if (providers[name].files) expect(words({}, true)).toContain("s-1");
  },
);

test("Gemini is given hooks only in a file it would read, beside those the system already has", () => {
  const root = mkdtempSync(join(tmpdir(), "tg-hooks-"));
  const system = join(root, "system.json");
  writeFileSync(system, JSON.stringify({ ui: { theme: "x" }, hooks: { AfterAgent: [{ hooks: [] }] } }));
  const launch = { options: {}, sessionId: "s", resumes: false, events: join(root, "events") };
  const environment = { GEMINI_CLI_SYSTEM_DEFAULTS_PATH: system };
  // The temporary folder is anybody's, and so is everything below it.
  expect(providers.gemini.environment?.({ ...launch, folder: root, environment })).toEqual({});
  expect(withHooks(system, join(root, "events"))).toMatchObject({
    ui: { theme: "x" },
    hooks: { AfterAgent: [{ hooks: [] }, { hooks: [{ type: "command" }] }], BeforeAgent: [{}] },
  });
  rmSync(root, { recursive: true });
});
