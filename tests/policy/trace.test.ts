import { expect, test } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import { worldOf } from "../../src/policy/world.ts";
import { unnamed } from "./trace/containment.ts";
import { randomScript, seeded } from "./trace/random-script.ts";

const world = worldOf({ cwd: "/home/user/project", home: "/home/user" });

test("a program the judge did not name is an escape", () => {
  expect(unnamed(judge("ls", world), [["ls"], ["rm", "x"]])).toEqual(["rm", "x"]);
  expect(unnamed(judge("bash -c 'ls; rm x'", world), [["bash"], ["ls"], ["rm", "x"]])).toBeUndefined();
});

test("the same seed makes the same script", () => {
  expect(randomScript(seeded(7))).toBe(randomScript(seeded(7)));
  expect(randomScript(seeded(7))).not.toBe(randomScript(seeded(8)));
});

test("random scripts are judged without ever giving up on an ordinary one", () => {
  const scripts = Array.from({ length: 500 }, (_, seed) => randomScript(seeded(seed)));

  expect(scripts.filter((script) => judge(script, world).rule === "over-limit")).toEqual([]);
});
