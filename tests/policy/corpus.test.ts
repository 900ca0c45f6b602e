import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { realFacts } from "../../src/policy/facts.ts";
import { judge } from "../../src/policy/judge.ts";
import { worldOf } from "../../src/policy/world.ts";

interface Line {
  readonly id: string;
  readonly command: string;
  readonly expect: string;
  readonly family: string;
}

const lines = readFileSync(new URL("fixtures/corpus.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Line);
const families = [...Map.groupBy(lines, (line) => line.family)].map(([family, members]) => ({
  family,
  members,
}));

const place = { cwd: "/home/user/project", home: "/home/user" };
const worlds = { plain: worldOf(place), real: worldOf({ ...place, facts: realFacts }) };

test.for(families)("every line of $family is judged as labelled", ({ members }) => {
  for (const world of Object.values(worlds)) {
    const wrong = members.filter((line) => judge(line.command, world).class !== line.expect);

    expect(wrong.map(({ command, expect: label }) => `${label}: ${command}`)).toEqual([]);
  }
});

test("the corpus is large and has no line twice", () => {
  expect(lines.length).toBeGreaterThanOrEqual(1500);
  expect(new Set(lines.map((line) => line.command)).size).toBe(lines.length);
});
