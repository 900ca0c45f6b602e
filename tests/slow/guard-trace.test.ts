import { afterAll, expect, test } from "vitest";
import { keptScripts, replayKept, soak } from "../policy/trace/containment.ts";
import { openJail } from "../policy/trace/jail.ts";

const SCRIPTS = 20_000;
const jails = [openJail(), openJail()].filter((jail) => jail !== undefined);

afterAll(() => {
  for (const jail of jails) jail.close();
});

test("every program that bash starts was named by the judge", { timeout: 600_000 }, async () => {
  expect(jails.length, "a jail needs chroot or unshare").toBeGreaterThan(0);

  expect(await soak(jails, 1, SCRIPTS)).toEqual([]);
});

test("no script that escaped once escapes again", async () => {
  const [jail] = jails;
  if (!jail) throw new Error("a jail needs chroot or unshare");

  expect(keptScripts().length).toBeGreaterThan(0);
  expect(await replayKept(jail)).toEqual([]);
});
