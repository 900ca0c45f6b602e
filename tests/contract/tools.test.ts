import { globSync } from "node:fs";
import { basename } from "node:path";
import { describe as group, expect, test } from "vitest";
import { PROVIDERS } from "../../src/agents/known.ts";
import { describe } from "../../src/protocol/describe.ts";
import { createSurface } from "../../src/protocol/surface.ts";
import { roleOf } from "../../src/tools/args.ts";
import { tools } from "../../src/tools/index.ts";
import { PROFILES, type Tool, TIERS } from "../../src/tools/tool.ts";

/** Arguments whose name says what they point at must carry the role the guards look for. */
const GUARDED: Record<string, readonly string[]> = {
  socket_name: ["socket"],
  pane_id: ["pane"],
  source_pane_id: ["pane"],
  target_pane_id: ["pane"],
  window_id: ["window"],
  session_id: ["session"],
  session_name: ["session_name", "payload"],
  command: ["command"],
  shell: ["command"],
  keys: ["keys"],
  environment: ["environment"],
  working_directory: ["cwd"],
  cwd: ["cwd"],
  start_directory: ["cwd"],
  output_path: ["path"],
};

test("every tool file exports the tool it is named after, and no name is used twice", () => {
  const files = new Set(
    globSync("src/tools/*/*.ts").map((path) => basename(path, ".ts").replaceAll("-", "_")),
  );
  const names = tools.map(({ name }) => name);
  // One file gives a tool for each agent program.
  const spawns = new Set(PROVIDERS.map((name) => `spawn_${name}`));

  expect(names.filter((name) => !files.has(name) && !spawns.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

group.for(tools)("$name", (tool: Tool) => {
  const listed = describe(tool, "full");

  test("has a tier, a title, all four hints and a name every client takes", () => {
    expect(TIERS).toContain(tool.tier);
    expect(tool.name).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
    expect(tool.title.length).toBeGreaterThan(2);
    expect(Object.keys(listed.annotations ?? {}).toSorted()).toEqual([
      "destructiveHint",
      "idempotentHint",
      "openWorldHint",
      "readOnlyHint",
    ]);
    expect(listed.description?.length).toBeGreaterThan(10);
    expect(listed.description?.length).toBeLessThan(700);
  });

  test("has schemas every client can read", () => {
    for (const schema of [listed.inputSchema, listed.outputSchema]) {
      expect(schema?.type).toBe("object");
      expect(JSON.stringify(schema)).not.toMatch(/"\$ref"|"\$defs"|"\$schema"/);
      expect(Object.keys(schema ?? {})).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(any|one|all)Of$/)]),
      );
    }
  });

  test("takes what it points at from the shared arguments", () => {
    for (const [name, schema] of Object.entries(tool.input)) {
      const roles = GUARDED[name];
      if (roles && tool.tier !== "readonly") expect(roles, `role of ${name}`).toContain(roleOf(schema));
    }
  });

  test("is what its snapshot says a client sees", async () => {
    await expect(`${JSON.stringify(listed, null, 2)}\n`).toMatchFileSnapshot(`tools/${tool.name}.json`);
  });
});

group("the list a client gets", () => {
  const size = (profile: (typeof PROFILES)[number]) => {
    const list = createSurface(tools, { profile, outputSchemas: "brief", installed: () => true }).list(
      "destructive",
    );
    return Buffer.byteLength(JSON.stringify({ tools: list }));
  };

  test("fits 60 kB in full and 12 kB in the core profile", () => {
    expect(size("full")).toBeLessThanOrEqual(60_000);
    expect(size("core")).toBeLessThanOrEqual(12_000);
  });
});
