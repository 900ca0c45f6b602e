import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import { worldOf } from "../../src/policy/world.ts";
import { seeded } from "./trace/random-script.ts";

const world = worldOf({ cwd: "/nonexistent/project", home: "/nonexistent/home" });
const env = { HOME: "/nonexistent/home", PATH: "/nonexistent" };

/** What bash makes of each word list, one process for all of them. */
function inBash(lists: readonly string[]): string[][] {
  const script = [
    "p() { printf '%s\\0' \"$@\" $'\\2\\3'; }",
    "PWD=/nonexistent/project",
    ...lists.map((words) => `p ${words}`),
  ].join("\n");
  const { stdout } = spawnSync("/bin/bash", ["--norc", "--noprofile", "-c", "--", script], {
    env,
    encoding: "utf8",
  });
  const out: string[][] = [];
  let words: string[] = [];
  for (const word of stdout.split("\0")) {
    if (word === "\u0002\u0003") {
      out.push(words);
      words = [];
    } else words.push(word);
  }
  return out;
}

const judged = (words: string) =>
  judge(`p ${words}`, world)
    .findings.find(({ argv }) => argv[0] === "p")
    ?.argv.slice(1);

function randomWords(seed: number): string {
  const random = seeded(seed);
  const pick = <T>(options: readonly T[]): T => options[Math.floor(random() * options.length)] as T;
  const piece = (): string =>
    pick([
      () => pick(["a", "b-c", "x.y", "1", "/e", "tc", "=", ":", ",", "%", "@"]),
      () => `'${pick(["", "a b", "$x", "\\", '"', "*", "{a,b}", "~"])}'`,
      () =>
        `"${pick(["", "a b", "'", "\\\\", '\\"', "\\$", "\\`", "\\a", "*", "$HOME", "${HOME}", "${#HOME}x", "{a,b}", "${HOME%/*}", "${HOME##*/}", "${HOME/home/x}", "${HOME:0:3}"])}"`,
      () =>
        `$'${pick(["a", "\\x41", "\\x{42}", "\\103", "\\u0044", "\\n", "\\t", "\\'", '\\"', "\\\\", "\\cA", "\\e", "\\z", "\\U00000046", "\\x{43}z", "\\x4", "\\18"])}'`,
      () => `\\${pick(["a", "*", "$", '"', "'", "\\", " ", "~", "{", ";"])}`,
      () =>
        pick([
          "{a,b}",
          "{1..3}",
          "{c..a}",
          "{01..03}",
          "{x,'y z'}",
          "{a,{b,c}}",
          "{a,}",
          "{a}",
          "{}",
          "{1..5..2}",
          "{3..1}",
          '{"a,b",c}',
          "{a\\,b,c}",
        ]),
      () => pick(["$HOME", "${HOME}", "${HOME%/*}", "${HOME:1:3}", "${HOME#/}", "${HOME^^}", "${HOME//o/0}"]),
      () => `$"${pick(["l", "a b"])}"`,
      () => "\\\n",
    ])();
  const word = () =>
    pick(["", "", "", "~/", "~\\\n/", "k=~/", "--k=~/"]) +
    Array.from({ length: 1 + Math.floor(random() * 3) }, piece).join("");
  return Array.from({ length: 1 + Math.floor(random() * 3) }, word).join(" ");
}

test("words are decoded as bash decodes them", () => {
  const lists = Array.from({ length: 3_000 }, (_, seed) => randomWords(seed));
  const real = inBash(lists);

  expect(real).toHaveLength(lists.length);
  // `$HOMEx` names a variable that is not known here; the judge says so and guesses nothing.
  const known = lists.map((words, at) => ({ words, judged: judged(words) ?? [], bash: real[at] ?? [] }));
  const certain = known.filter(({ judged: words }) => !words.some((word) => word.includes("…")));
  const wrong = certain.filter(({ judged: words, bash }) => JSON.stringify(words) !== JSON.stringify(bash));

  expect(certain.length).toBeGreaterThan(2_000);
  expect(wrong.slice(0, 10)).toEqual([]);
});

test("what the judge calls safe, bash can read", () => {
  const lists = Array.from({ length: 400 }, (_, seed) => `echo ${randomWords(seed)}`);
  const safe = lists.filter((line) => judge(line, world).class === "safe");
  const { status } = spawnSync("/bin/bash", ["-n", "-c", "--", safe.join("\n")], { env });

  expect(safe.length).toBeGreaterThan(300);
  expect(status).toBe(0);
});
