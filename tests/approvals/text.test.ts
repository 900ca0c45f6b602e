import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe as group, expect, test } from "vitest";
import { analysis, describe } from "../../src/approvals/describe.ts";
import { visible } from "../../src/approvals/visible.ts";
import { finding, folder, rig, verdict } from "./rig.ts";

group("hidden letters", () => {
  test.for([
    ["an escape sequence", "a\u001b[31mb", "a\\e[31mb"],
    ["a carriage return", "safe\rrm -rf /", "safe\\rrm -rf /"],
    ["a text that turns around", "a\u202eb", "a⟨U+202E⟩b"],
    ["an isolate", "\u2066x\u2069", "⟨U+2066⟩x⟨U+2069⟩"],
    ["a blank of no width", "r\u200bm", "r⟨U+200B⟩m"],
    ["a blank that is none", "rm\u00a0x", "rm⟨U+00A0⟩x"],
    ["a soft hyphen", "r\u00adm", "r⟨U+00AD⟩m"],
    ["a Cyrillic a in a Latin word", "c\u0430t", "c\u0430⟨U+0430⟩t"],
    ["a Greek o", "ech\u03bf", "ech\u03bf⟨U+03BF⟩"],
    ["wide letters", "ｒm", "⟨U+FF52⟩m"],
    ["mathematical letters", "\u{1d42b}m", "⟨U+1D42B⟩m"],
    ["tag letters", "a\u{e0041}", "a⟨U+E0041⟩"],
    ["a lone surrogate", "a\ud800b", "a⟨U+D800⟩b"],
    ["a NUL", "a\0b", "a\\0b"],
    ["a C1 control", "a\u009bb", "a⟨U+009B⟩b"],
  ] as const)("%s is spelled out", ([, text, shown]) => {
    expect(visible(text)).toBe(shown);
  });

  test.for(["plain text\nin two lines", "grüße, été, naïve", "привет мир", "日本語 ✓ 😀"])(
    "%j is left as it is",
    (text) => {
      expect(visible(text)).toBe(text);
    },
  );
});

test("the question shows folder, parts, reach and who asks, without secrets", () => {
  const cwd = folder();
  mkdirSync(join(cwd, "build"));
  for (const name of ["a.o", "b.o", "c.txt"]) writeFileSync(join(cwd, "build", name), "");
  const said = verdict(finding(["rm", "-r", "build/*.o", "build"]), finding(["ls"], "safe"));

  const text = describe(
    [{ text: "rm -r build/*.o build hush-hush; ls", cwd, verdict: said }],
    "client 1.0",
    (one) => one.replaceAll("hush-hush", "[REDACTED]"),
  );

  expect(text).toContain("    rm -r build/*.o build [REDACTED]; ls");
  expect(text).toContain(`Folder: ${cwd}`);
  expect(text).toContain("[1] `rm` → DANGEROUS (test)");
  expect(text).toContain("[2] `ls` → safe");
  expect(text).toContain("build/*.o: 2 files");
  expect(text).toContain("build: 3 files");
  expect(text).toContain("Asked by: client 1.0");
});

test("a single command needs no analysis", () => {
  expect(analysis(verdict(finding(["rm"])))).toBe("");
});

test("what waits in the inbox is shown without secrets", async () => {
  const { gate, petition, inbox } = rig();

  await gate.rule(petition(["rm", "hush-hush"]));

  expect(JSON.stringify(inbox.waiting())).not.toContain("hush-hush");
});
