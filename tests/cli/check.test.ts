import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { terminal } from "./terminal.ts";

const environment = { PATH: "/usr/bin:/bin" };

describe("termgate check", () => {
  test.for([
    ["ls -la", 0, "safe"],
    ["rm -rf build", 1, "dangerous"],
    ["sudo id", 1, "catastrophic"],
    ["echo x > /etc/passwd", 1, "blocked"],
  ] as const)("%s exits %d and says %s", async ([command, code, strength]) => {
    const screen = await terminal({ environment }).type("check", command);

    expect(screen.code).toBe(code);
    expect(screen.out).toContain(strength);
  });

  test("writes the whole verdict for another program", async () => {
    const { out } = await terminal({ environment }).type("check", "rm x", "--json");

    expect(JSON.parse(out)).toMatchObject({
      class: "dangerous",
      verdict: "ask",
      findings: [{ argv: ["rm", "x"] }],
    });
  });

  test("judges as if in a folder that need not exist", async () => {
    const { out } = await terminal({ environment }).type(
      "check",
      "cat shadow",
      "--cwd",
      "/no/such/folder",
      "--json",
    );

    expect(JSON.parse(out)).toMatchObject({ findings: [{ cwd: "/no/such/folder" }] });
  });

  test("answers every line with one line, a broken one with an error in its place", async () => {
    const types = [
      '{"command": "ls"}',
      "",
      "not json",
      '{"command": 5}',
      '{"cwd": "/tmp"}',
      '{"command": "rm -rf ~", "cwd": "/nowhere", "home": "/home/nobody"}',
      '{"command": "ls", "cwd": "relative"}',
      "null",
    ].join("\n");

    const { code, out } = await terminal({ environment, types }).type("check", "--jsonl");

    const lines = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(lines.map((line) => (line.error === undefined ? line.class : "error"))).toEqual([
      "safe",
      "error",
      "error",
      "error",
      "error",
      expect.stringMatching(/dangerous|blocked|catastrophic/),
      "error",
      "error",
    ]);
    expect(lines[0]).toMatchObject({ verdict: "allow", reasons: [] });
  });

  test("keeps pace with many lines", async () => {
    const types = '{"command": "git status"}\n'.repeat(1_000);

    const { out } = await terminal({ environment, types }).type("check", "--jsonl");

    expect(out.split("\n")).toHaveLength(1_001);
  });
});

describe("a person's own rules", () => {
  const withRules = (toml: string) => {
    const at = terminal({ environment });
    mkdirSync(join(at.home, ".config/termgate"), { recursive: true });
    writeFileSync(join(at.home, ".config/termgate/config.toml"), toml);
    return at;
  };

  test("decide", async () => {
    const at = withRules(
      '[[rules]]\nname = "make"\ndecision = "allow"\nprogram = "make"\nmatch = ["make test"]\n',
    );

    expect(await at.type("check", "make test")).toMatchObject({ code: 0 });
    expect((await at.type("rules")).out).toMatch(/^make +allow +\(yours\)$/m);
  });

  test("stop everything when they fail their own examples", async () => {
    const at = withRules(
      '[[rules]]\nname = "make"\ndecision = "allow"\nprogram = "make"\nmatch = ["npm test"]\n',
    );

    expect(await at.type("check", "ls")).toMatchObject({ code: 4, err: expect.stringContaining("make") });
  });
});

test("termgate rules test runs every example", async () => {
  const { code, out } = await terminal({ environment }).type("rules", "test");

  expect(out).toMatch(/^(\d+) of \1 examples hold/m);
  expect(code).toBe(0);
});
