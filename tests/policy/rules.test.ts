import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import { rules } from "../../src/policy/rules/index.ts";
import { worldOf } from "../../src/policy/world.ts";

const world = worldOf({ cwd: "/home/user/project", home: "/home/user" });
const examples = rules.flatMap((rule) =>
  Object.entries(rule.examples).map(([command, expected]) => ({ rule: rule.name, command, expected })),
);

test.for(examples)("$rule: $command is $expected", ({ command, expected }) => {
  expect(judge(command, world)).toMatchObject({ class: expected });
});

test("every rule file is listed", () => {
  const folder = new URL("../../src/policy/rules/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name !== "index.ts");

  expect(rules).toHaveLength(files.length);
});

test("rule names are unique and no program has two rules", () => {
  const names = rules.map((rule) => rule.name);
  const programs = rules.flatMap((rule) => rule.programs);

  expect(new Set(names).size).toBe(names.length);
  expect(programs.filter((program, at) => programs.indexOf(program) !== at)).toEqual([]);
});
