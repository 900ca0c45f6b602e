import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, onTestFinished } from "vitest";
import { tools as shipped } from "../../src/tools/index.ts";
import { expect, MAIN, MODERN, test as base } from "./door.ts";

const test = base.extend({
  tools: async ({}, use) => use(shipped),
  // The person of a test answers faster than any other.
  overrides: { approvals: { autoAnswerMs: 0 } } as never,
});

/** A client whose person answers every question in the same way, and remembers being asked. */
async function person(url: string, revision: string, answer: object) {
  const negotiation =
    revision === MODERN
      ? { versionNegotiation: { mode: { pin: MODERN } } }
      : { supportedProtocolVersions: [revision] };
  const options: any = { capabilities: { elicitation: { form: {} } }, ...negotiation };
  const client = new Client({ name: "person", version: "1" }, options);
  const asked: string[] = [];
  client.setRequestHandler("elicitation/create", async ({ params }: any) => {
    asked.push(params.message);
    return answer as never;
  });
  const requestInit = { headers: { authorization: `Bearer ${MAIN}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  onTestFinished(() => client.close());
  return { client, asked };
}

describe("a question to the person", () => {
  test.for([MODERN, "2025-11-25", "2025-06-18"])(
    "is asked over HTTP and its answer decides, in %s",
    async (revision, { door }) => {
      const folder = mkdtempSync(join(tmpdir(), "asked-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = join(folder, "made");
      const call = { name: "execute_command", arguments: { command: `touch ${file}` } };
      const refusing = await person(door.url, revision, { action: "decline" });
      const refused = await refusing.client.callTool(call);
      expect(refused.isError).toBe(true);
      expect(existsSync(file)).toBe(false);
      expect(refusing.asked.join()).toContain(file);

      const allowing = await person(door.url, revision, {
        action: "accept",
        content: { decision: "approve" },
      });
      const allowed = await allowing.client.callTool(call);
      expect(allowed.isError).toBe(false);
      expect(existsSync(file)).toBe(true);
    },
  );

  test.for([MODERN, "2025-11-25"])(
    "is no consent when the form comes back empty, in %s",
    async (revision, { door }) => {
      const folder = mkdtempSync(join(tmpdir(), "asked-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = join(folder, "made");
      const { client, asked } = await person(door.url, revision, { action: "accept", content: {} });
      const call = { name: "execute_command", arguments: { command: `touch ${file}` } };

      expect((await client.callTool(call)).isError).toBe(true);
      expect(asked).toHaveLength(1);
      expect(existsSync(file)).toBe(false);
    },
  );
});
