import { expect, test } from "vitest";
import { protectedPaths, safeCommands, splitPreApproved } from "../../src/policy/catalogue.ts";
import { chainAnalysis, explain } from "../../src/policy/explain.ts";
import { visible } from "../../src/policy/hygiene.ts";
import { judge } from "../../src/policy/judge.ts";
import { worldOf, type World } from "../../src/policy/world.ts";

const world = (given: Partial<World> = {}) =>
  worldOf({ cwd: "/home/user/project", home: "/home/user", ...given });
const classOf = (command: string, given?: Partial<World>) => judge(command, world(given)).class;

test("a verdict names each program, the rule, the reason and what to do instead", () => {
  const verdict = judge("ls | sudo tee /etc/x", world());

  expect(verdict).toMatchObject({ class: "blocked", verdict: "block", rule: "protected-path" });
  expect(verdict.findings.map(({ argv, class: each }) => [argv[0], each])).toEqual([
    ["ls", "safe"],
    ["sudo", "catastrophic"],
    ["tee", "blocked"],
  ]);
  expect(verdict.reasons[0]).toContain("/etc");
  expect(verdict.advice).toBeDefined();
});

test("a finding tells what would happen to which path", () => {
  const [finding] = judge("cd src && cp ../a.txt b.txt", world()).findings.slice(-1);

  expect(finding).toMatchObject({
    cwd: "/home/user/project/src",
    paths: [
      { path: "/home/user/project/a.txt", operation: "search" },
      { path: "/home/user/project/src/b.txt", operation: "write" },
    ],
  });
});

test("a working directory that may not be read is blocked", () => {
  expect(classOf("ls", { cwd: "/root" })).toBe("blocked");
  expect(classOf("ls", { cwd: "/etc" })).toBe("safe");
  expect(classOf("touch x", { cwd: "/etc" })).toBe("blocked");
});

test("extra protected paths and termgate's own files are kept", () => {
  const given = {
    protectedPaths: [
      { path: "/data/production", readAllowed: true },
      { path: "/secrets", readAllowed: false },
    ],
    neverWrite: ["/home/user/.local/state/termgate"],
  };

  expect(classOf("cat /data/production/x", given)).toBe("safe");
  expect(classOf("touch /data/production/x", given)).toBe("blocked");
  expect(classOf("cat /secrets/x", given)).toBe("blocked");
  expect(classOf("rm ~/.local/state/termgate/audit.log", given)).toBe("blocked");
  expect(classOf("rm -rf ~/.local", given)).toBe("blocked");
  expect(classOf("cat ~/.local/state/termgate/audit.log", given)).toBe("safe");
});

test("macOS and Windows have protected paths of their own", () => {
  expect(classOf("touch /Library/LaunchDaemons/x", { platform: "macos" })).toBe("blocked");
  expect(classOf("cat /var/db/x", { platform: "macos" })).toBe("blocked");
  expect(classOf("ls /var/folders/ab/T", { platform: "macos" })).toBe("safe");
  expect(classOf("cp a 'C:\\Windows\\System32\\x'", { platform: "windows" })).toBe("blocked");
  expect(classOf("cat c:/programdata/x", { platform: "windows" })).toBe("blocked");
});

test("values from the environment count only when they are given", () => {
  expect(classOf("cat $CONFIG")).toBe("dangerous");
  expect(classOf("cat $CONFIG", { env: { CONFIG: "src/config.ts" } })).toBe("safe");
  expect(classOf("cat $CONFIG", { env: { CONFIG: "/root/x" } })).toBe("blocked");
});

test.for([
  ["f=a; while read l; do cat $f; f=/root/x; done", "blocked"],
  ["if true; then f=/etc/x; else f=y; fi; rm $f", "blocked"],
  ['f=a; [ -n "$Q" ] && f=/root/x; cat $f', "blocked"],
  ["cd /etc || true; touch x", "blocked"],
  ["cd nowhere; cd /etc; touch x", "blocked"],
  ["(cd /etc); touch x", "dangerous"],
  ["cd /etc | true; touch x", "dangerous"],
  ["x=/etc/y; (x=z); rm $x", "blocked"],
  ["x='/root/*'; echo $x", "blocked"],
  ["x='/root/*'; echo \"$x\"", "safe"],
  ["f() { cd /etc; }; f; touch x", "blocked"],
  ["for d in /etc src; do for f in a b; do touch $d/$f; done; done", "blocked"],
  ["x=a; x+=b; cat $x", "safe"],
  ["cat ~\\\nroot/x", "blocked"],
  ["dd if=a of=~root/x", "blocked"],
  ["COLUMNS=/root/x; cat $COLUMNS", "blocked"],
  ["LANG=/root/x; cat $LANG", "blocked"],
  ['eval sudo "$X"', "catastrophic"],
  ['bash -c "sudo $X"', "catastrophic"],
  ["less +!id README.md", "dangerous"],
] as const)("values and folders are followed: %s is %s", ([command, expected]) => {
  expect(classOf(command)).toBe(expected);
});

test("the explanation shows every sub-command with its reason, and hides nothing", () => {
  const text = explain(judge("ls && rm 'a b' \u202ex", world()));

  expect(text).toContain("[1]");
  expect(text).toContain("rm 'a b'");
  expect(text).toContain("\\u{202e}");
  expect(text).not.toContain("\u202e");
  expect(visible("a\u0007b\u200bc")).toBe("a\\u{7}b\\u{200b}c");
});

test("the chain analysis has one line for each of several sub-commands", () => {
  expect(chainAnalysis(judge("ls", world()))).toBe("");
  expect(chainAnalysis(judge("ls && rm x", world())).split("\n")).toEqual([
    "Chain analysis:",
    "  [1] `ls` → safe",
    expect.stringMatching(/^ {2}\[2\] `rm` → DANGEROUS \(.+\)$/),
  ]);
});

test("the lists a client may see are complete and well formed", () => {
  const names = safeCommands("linux").map(({ name }) => name);

  expect(names.slice(0, 3)).toEqual(["echo", "date", "whoami"]);
  expect(names).toContain("git");
  expect(names).not.toContain("rm");
  expect(safeCommands("windows")).toHaveLength(10);
  for (const platform of ["linux", "macos", "windows"] as const) {
    for (const { path, reason } of protectedPaths(platform)) expect([path, reason]).not.toContain("");
  }
  expect(splitPreApproved(["npm", "sudo"])).toEqual({ accepted: ["npm"], refused: ["sudo"] });
});
