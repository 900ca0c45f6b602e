import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { defineTool } from "../../src/tools/tool.ts";
import { expect, test as house } from "../house.ts";

const needy = defineTool({
  name: "needy",
  title: "Needy",
  tier: "readonly",
  description: "A tool that needs a program.",
  program: "some-agent",
  input: {},
  output: { result: z.string() },
  run: async () => ({ result: "" }),
});

const withFolder = house.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "bin-"));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

const test = withFolder.extend({
  environment: async ({ folder }, use) => use({ PATH: folder }),
  tools: [needy],
});

test("a tool is listed while its program is installed, and clients are told when that changes", async ({
  client,
  folder,
}) => {
  let told = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => void told++);
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  expect(await names()).toEqual([]);

  writeFileSync(join(folder, "some-agent"), "#!/bin/sh\n");
  chmodSync(join(folder, "some-agent"), 0o755);

  await expect.poll(() => told).toBe(1);
  expect(await names()).toEqual(["needy"]);

  rmSync(join(folder, "some-agent"));

  await expect.poll(() => told).toBe(2);
  expect(await names()).toEqual([]);
});
