import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as base } from "vitest";
import { secretKey } from "../../src/store/secret-key.ts";

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "tg-key-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

test("a key is the same ever after, its owner's alone, and nothing lies beside it", ({ folder }) => {
  const key = secretKey(folder, "some.key");
  expect(secretKey(folder, "some.key")).toEqual(key);
  expect(statSync(join(folder, "some.key")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["some.key"]);
});

test("what a full disk left of a key is replaced by a whole one", ({ folder }) => {
  writeFileSync(join(folder, "some.key"), "");
  const key = secretKey(folder, "some.key");
  expect(key).toHaveLength(32);
  expect(secretKey(folder, "some.key")).toEqual(key);
});
