import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import { CLASSES } from "../../src/policy/verdict.ts";
import { worldOf } from "../../src/policy/world.ts";

const world = worldOf({ cwd: "/home/user/project", home: "/home/user" });
const lines = readFileSync(new URL("fixtures/corpus.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => (JSON.parse(line) as { command: string }).command);

const TOKENS = [
  "$(",
  ")",
  "`",
  '"',
  "'",
  "{",
  "}",
  ";",
  "|",
  "&",
  "<(",
  "<<EOF\n",
  "\n",
  "$((",
  "))",
  "[[",
  "]]",
  "${x:-",
  "\\",
  "*",
  "~",
  "=",
  "\0",
  "\u202e",
  " ",
  "sudo",
  "/etc/x",
];

const mutated = fc
  .tuple(
    fc.constantFrom(...lines),
    fc.constantFrom(...lines),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...TOKENS), fc.nat(3)), { maxLength: 6 }),
  )
  .map(([one, other, edits]) => {
    let text = edits.length % 2 === 0 ? one : `${one} ${other}`;
    for (const [at, token, cut] of edits) {
      const place = at % (text.length + 1);
      text = text.slice(0, place) + token + text.slice(place + cut);
    }
    return text;
  });

const isVerdict = (command: string) => {
  const verdict = judge(command, world);
  expect(CLASSES).toContain(verdict.class);
  expect(verdict.verdict).toBe(
    verdict.class === "safe" ? "allow" : verdict.class === "blocked" ? "block" : "ask",
  );
  expect(verdict.reasons.length > 0).toBe(verdict.class !== "safe");
};

test("mutated commands always get a verdict", () => {
  fc.assert(fc.property(mutated, isVerdict), { numRuns: 3_000 });
});

test("any text at all gets a verdict", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), isVerdict), { numRuns: 2_000 });
});

/** True where a line gives a value to a variable of the other: `${x:-sudo}` is no sudo any more behind `x=1`. */
function sets(one: string, other: string): boolean {
  const names = [...one.matchAll(/\b([A-Za-z_]\w*)=/g)].map(([, name]) => name);
  return names.some((name) => new RegExp(`\\$\\{?${name}\\b`).test(other));
}

test("a dangerous part stays dangerous whatever safe things stand beside it", () => {
  const safe = lines.filter((line) => !/[#<\\]/.test(line) && judge(line, world).class === "safe");
  const bad = lines.filter((line) => judge(line, world).class === "catastrophic");

  fc.assert(
    fc.property(
      fc.constantFrom(...safe),
      fc.constantFrom(...bad),
      fc.constantFrom("; ", "\n", " && "),
      (one, other, between) => {
        const early = /(^|[;&|\s])(exit|return|break|continue|exec|cd)\b|\bfunction\b|\(\)/.test(one);
        fc.pre(!early && !sets(one, other));
        expect(["catastrophic", "blocked"]).toContain(judge(`${one}${between}${other}`, world).class);
      },
    ),
    { numRuns: 1_000 },
  );
});

test.for([
  { what: "a text beyond 64 kB", command: `echo ${"a".repeat(70_000)}` },
  { what: "a thousand nested substitutions", command: `${"echo $(".repeat(1_000)}ls${")".repeat(1_000)}` },
  { what: "twenty thousand open parentheses", command: "(".repeat(20_000) },
  { what: "deep brace expansion", command: `cat ${"{a,b}".repeat(40)}` },
  { what: "nested eval", command: `${"eval ".repeat(300)}ls` },
  {
    what: "nested loops over many values",
    command: `${"for i in a b c d e f g h; do for j in 1 2 3; do ".repeat(12)}cat $i$j /x$z${"; done; done".repeat(12)}`,
  },
  {
    what: "many variables of many values",
    command: `${["a", "b", "c", "d", "e", "f"].map((name) => `for ${name} in 1 2 3 4 5 6 7 8; do :; done;`).join("")} cat $a$b$c$d$e$f`,
  },
  { what: "ten thousand commands", command: "ls;".repeat(10_000) },
  { what: "a function that calls itself", command: "f() { f; f; }; f" },
  {
    what: "functions that call each other",
    command: `${Array.from({ length: 30 }, (_, at) => `f${at}() { f${at + 1}; f${at + 1}; };`).join(" ")} f30() { ls; }; f0`,
  },
  { what: "many wrappers", command: `${"env ".repeat(2_000)}rm -rf build` },
])("$what is refused, not followed for ever", ({ command }) => {
  expect(judge(command, world).class).toBe("dangerous");
});

test("a hostile pattern does not make matching slow", () => {
  expect(judge(`cat /${"*a".repeat(40)}/x`, world).verdict).toBeDefined();
});
