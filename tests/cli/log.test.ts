import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LEVELS, openLog } from "../../src/store/log.ts";
import { folder } from "./terminal.ts";

const now = () => new Date("2026-11-18T09:00:00Z");

function logAt(level: (typeof LEVELS)[number] | "off", file?: string) {
  const lines: string[] = [];
  return { lines, log: openLog({ level, file, now, write: (line) => lines.push(line) }) };
}

test.for([
  ["debug", 4],
  ["info", 3],
  ["warning", 2],
  ["error", 1],
  ["off", 0],
] as const)("at the level %s, %i of four events are told", ([level, count]) => {
  const { log, lines } = logAt(level);

  for (const name of LEVELS) log[name]("happened");

  expect(lines).toHaveLength(count);
});

test("an event is one line, whatever is in it", () => {
  const { log, lines } = logAt("info");

  log.info("one\ntwo\u001b[2J", { code: 7, name: "a\nb c", path: "/tmp/x", nothing: undefined });

  expect(lines).toEqual(['2026-11-18T09:00:00.000Z info one two [2J code=7 name="a b c" path=/tmp/x\n']);
});

test("the file gets the same lines and is its owner's alone", () => {
  const file = join(folder(), "log");
  const { log, lines } = logAt("info", file);

  log.error("bad");

  expect(readFileSync(file, "utf8")).toBe(lines.join(""));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a full disk is told once and stops nothing", () => {
  const { log, lines } = logAt("info", "/dev/full");

  log.info("one");
  log.info("two");

  expect(lines.map((line) => line.split(" ")[2])).toEqual(["one\n", "The", "two\n"]);
  expect(lines[1]).toContain("code=ENOSPC");
});
