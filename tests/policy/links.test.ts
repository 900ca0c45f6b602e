import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { realFacts } from "../../src/policy/facts.ts";
import { judge } from "../../src/policy/judge.ts";
import { worldOf } from "../../src/policy/world.ts";

let home = "";
let project = "";

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "termgate-links-")));
  project = join(home, "project");
  mkdirSync(join(project, "src"), { recursive: true });
  const links = {
    passwdlink: "/etc/passwd",
    etclink: "/etc",
    rootlink: "/root/secret",
    rootdir: "/root",
    dangling: "/etc/termgate-not-there",
    hop: "etclink",
    projlink: project,
    "src/up": "../..",
    tool: "/usr/bin/sudo",
    rc: join(home, ".bashrc"),
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(project, name));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const judged = (command: string) => judge(command, worldOf({ cwd: project, home, facts: realFacts })).class;

test.for([
  ["echo x > passwdlink", "blocked"],
  ["touch etclink/new", "blocked"],
  ["touch hop/new", "blocked"],
  ["echo x > dangling", "blocked"],
  ["cat rootlink", "blocked"],
  ["cat rootdir/secret", "blocked"],
  ["cd etclink && touch new", "blocked"],
  ["cd rootdir && cat secret", "blocked"],
  ["cat root*", "blocked"],
  ["for f in root*; do cat $f; done", "blocked"],
  ["cp a etclink", "blocked"],
  ["rm etclink/hosts", "blocked"],
  ["echo x >> rc", "blocked"],
  ["./tool id", "catastrophic"],
  ["rm passwdlink", "dangerous"],
  ["cat passwdlink", "safe"],
  ["ls projlink/src", "safe"],
  ["cat src/up/project/a", "safe"],
  ["ls src/..", "safe"],
] as const)("%s is %s", ([command, expected]) => {
  expect(judged(command)).toBe(expected);
});

test("a file whose name is an option is not handed to a program that would obey it", () => {
  writeFileSync(join(project, "src/-oout"), "");
  rmSync(join(project, "src/up"));

  expect(judged("cd src && sort *")).toBe("dangerous");
  expect(judged("cd src && sort -- *")).toBe("safe");
  expect(judged("cd src && cat *.md")).toBe("safe");
});

test("git asks in a repository whose settings start programs", () => {
  mkdirSync(join(project, ".git/hooks"), { recursive: true });
  writeFileSync(join(project, ".git/config"), "[core]\n\tbare = false\n[user]\n\tname = x\n");
  expect(judged("git status")).toBe("safe");

  writeFileSync(join(project, ".git/config"), "[core]\n\tfsmonitor = ./evil.sh\n");
  expect(judged("git status")).toBe("dangerous");

  writeFileSync(join(project, ".git/config"), '[diff "x"]\n\ttextconv = ./evil.sh\n');
  expect(judged("cd src && git diff")).toBe("dangerous");

  writeFileSync(join(project, ".git/config"), "");
  writeFileSync(join(project, ".git/hooks/post-index-change"), "");
  expect(judged("git status")).toBe("dangerous");
});

test("a program found in an untrusted folder of the search path is not trusted by its name", () => {
  mkdirSync(join(project, "bin"));
  writeFileSync(join(project, "bin/ls"), "#!/bin/sh\n");
  chmodSync(join(project, "bin/ls"), 0o755);
  const withPath = (searchPath: string[]) =>
    judge("ls", worldOf({ cwd: project, home, facts: realFacts, searchPath })).class;

  expect(withPath(["/usr/bin", join(project, "bin")])).toBe("safe");
  expect(withPath([join(project, "bin"), "/usr/bin"])).toBe("dangerous");
});
