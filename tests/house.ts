import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { test as base } from "vitest";
import { build } from "../src/server.ts";
import { readSettings } from "../src/settings/read.ts";
import type { Settings } from "../src/settings/table.ts";
import { AUDIT_FILE, type AuditRecord } from "../src/store/audit-log.ts";
import { readAudit } from "../src/store/audit-read.ts";
import { tools as shipped } from "../src/tools/index.ts";
import type { Tool } from "../src/tools/tool.ts";

export { expect } from "vitest";
export { AUDIT_FILE };

interface Answer {
  readonly failure: unknown;
  readonly text: string;
  readonly output: any;
  readonly meta: Record<string, any>;
  readonly isError: boolean;
}

interface Rooms {
  /** Values as a settings file would give them: `{ house: { safety: "readonly" } }`. */
  overrides: { readonly [G in keyof Settings]?: Partial<Settings[G]> };
  environment: Record<string, string>;
  /** The tools on offer. A test of a layer brings its own. */
  tools: readonly Tool[];
  stateDir: string;
  server: ReturnType<typeof build>;
  client: Client;
  /** Call a tool as an agent would: through the protocol, every layer and back. */
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  /** The audit log so far. */
  audited(): AuditRecord[];
}

export const test = base.extend<Rooms>({
  overrides: {},
  environment: {},
  tools: async ({}, use) => use(shipped),
  stateDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "state-"));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  server: async ({ overrides, environment, tools, stateDir }, use) => {
    const settings = await settingsWith(overrides);
    const server = build({ settings, environment, stateDir, home: stateDir, tools, log: () => {} });
    await use(server);
    await server.close();
  },
  client: async ({ server }, use) => {
    const client = new Client({ name: "test-client", version: "1.2.3" });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await server.factory({ era: "legacy" }).connect(theirs as never);
    await client.connect(ours);
    await use(client);
    await client.close();
  },
  call: async ({ client }, use) => {
    await use(async (name, args = {}) => {
      const result: any = await client.callTool({ name, arguments: args });
      return {
        isError: result.isError === true,
        failure: result._meta?.error_type,
        text: (result.content ?? []).map((part: any) => part.text ?? "").join("\n"),
        output: result.structuredContent,
        meta: result._meta ?? {},
      };
    });
  },
  audited: async ({ stateDir }, use) => {
    await use(() => [...readAudit(join(stateDir, "audit"))].flatMap(({ record }) => record ?? []));
  },
});

export async function settingsWith(overrides: Rooms["overrides"]): Promise<Settings> {
  const { settings } = await readSettings({ flags: {}, environment: {}, cwd: "/", home: "/nonexistent" });
  const merged = Object.entries(settings).map(([group, values]) => [
    group,
    { ...values, ...(overrides as any)[group] },
  ]);
  return Object.fromEntries(merged) as Settings;
}
