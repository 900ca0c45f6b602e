import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scopesOf } from "../../src/approvals/scope.ts";
import { finding, rig, says, verdict } from "./rig.ts";

test("a grant lets the same program with the same flags run in the same folder", async () => {
  const { gate, petition, grants } = rig();

  await gate.rule(petition(["touch", "-c", "a.txt"], { ask: says("grant") }));

  expect(grants.list()).toMatchObject([{ scopes: [{ flags: ["-c"] }] }]);
  expect(await gate.rule(petition(["touch", "-c", "b.txt"]))).toMatchObject({
    granted: true,
    by: expect.stringContaining("grant"),
  });
});

test.for([
  ["other flags", ["touch", "-c", "-m", "a.txt"]],
  ["no flags", ["touch", "a.txt"]],
  ["another program", ["rm", "-c", "a.txt"]],
  ["a path outside", ["touch", "-c", "../a.txt"]],
  ["an absolute path outside", ["touch", "-c", "/tmp/a.txt"]],
  ["a path in an option", ["touch", "-c", "--reference=/etc/passwd", "a.txt"]],
  ["something to expand", ["touch", "-c", "$HOME/a.txt"]],
] as const)("a grant does not cover %s", async ([, words]) => {
  const { gate, petition } = rig();
  await gate.rule(petition(["touch", "-c", "a.txt"], { ask: says("grant") }));

  expect(await gate.rule(petition(words))).toMatchObject({ granted: false });
});

test("a grant does not reach out of its folder through a link", async () => {
  const { gate, petition, state } = rig();
  symlinkSync("/etc", join(state, "way-out"));
  await gate.rule(petition(["touch", "-c", "a.txt"], { ask: says("grant") }));

  expect(await gate.rule(petition(["touch", "-c", "way-out/hosts"]))).toMatchObject({ granted: false });
});

test("a grant is for one folder", async () => {
  const { gate, petition, state } = rig();
  mkdirSync(join(state, "other"));
  await gate.rule(petition(["touch", "-c", "a.txt"], { ask: says("grant") }));
  const asked = [
    {
      text: "touch -c a.txt",
      cwd: join(state, "other"),
      verdict: verdict(finding(["touch", "-c", "a.txt"])),
    },
  ];

  expect(await gate.rule(petition(["touch", "-c", "a.txt"], { asked }))).toMatchObject({ granted: false });
});

test("the verb is a part of what is granted", async () => {
  const { gate, petition } = rig();
  await gate.rule(petition(["git", "fetch", "origin"], { ask: says("grant") }));

  expect(await gate.rule(petition(["git", "fetch", "fork"]))).toMatchObject({ granted: true });
  expect(await gate.rule(petition(["git", "push", "origin"]))).toMatchObject({ granted: false });
});

test("a plain yes grants nothing", async () => {
  const { gate, petition, grants } = rig();

  await gate.rule(petition(["touch", "a.txt"], { ask: says("approve") }));

  expect(grants.list()).toEqual([]);
});

test("a revoked grant and one past its time are gone", async () => {
  const { gate, petition, grants } = rig();
  await gate.rule(petition(["touch", "a.txt"], { ask: says("grant") }));
  const [grant] = grants.list();

  expect(grants.revoke(grant?.id ?? 0)).toBe(true);

  expect(grants.list()).toEqual([]);
  expect(await gate.rule(petition(["touch", "a.txt"]))).toMatchObject({ granted: false });
  grants.add(grant?.scopes ?? [], "me", -1);
  expect(await gate.rule(petition(["touch", "b.txt"]))).toMatchObject({ granted: false });
});

test.for([
  ["a catastrophic command", [finding(["touch", "a"], "catastrophic")]],
  ["a shell", [finding(["bash", "build.sh"])]],
  ["an interpreter", [finding(["python3", "x.py"])]],
  ["a wrapper", [finding(["xargs", "rm"])]],
  ["a bare redirection", [finding([])]],
  ["words only known at run time", [finding(["touch", "…"])]],
  ["a chain with one such part", [finding(["touch", "a"]), finding(["sudo", "id"], "catastrophic")]],
  ["a program that does not exist", [finding(["no-such-program-here"])]],
] as const)("no grant is offered for %s", ([, findings]) => {
  const { state } = rig();
  writeFileSync(join(state, "build.sh"), "");

  expect(scopesOf(findings, { cwd: state, searchPath: ["/usr/bin", "/bin"] })).toBeUndefined();
});

test("where no grant may be, the choice is not offered", async () => {
  const { gate, petition } = rig();
  let offered: string[] = [];
  const ask: Parameters<typeof petition>[1] = {
    ask: async (question) => {
      offered = question.choices.map(({ value }) => value);
      return { kind: "chosen", value: "grant", elapsedMs: 900 };
    },
  };

  await gate.rule(petition(["bash", "x.sh"], ask));

  expect(offered).toEqual(["deny", "approve"]);
});
