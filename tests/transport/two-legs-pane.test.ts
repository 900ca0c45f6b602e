import { setTimeout as pause } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { serveHttp } from "../../src/transport/http.ts";
import { settingsWith } from "../house.ts";
import { expect, test as room } from "../tools/room.ts";
import { MODERN } from "./door.ts";

type Reply = { action: "accept" | "decline" | "cancel"; content?: object };

interface Rooms {
  /** A client of the returning style whose person answers like this. */
  person: (answer: Reply | undefined) => Promise<{ client: Client; asked: string[] }>;
}

const full = room.extend({
  overrides: async ({}, use) =>
    use({
      house: { profile: "full", safety: "destructive" },
      tmux: { socket: "main", configFile: "/dev/null" },
      approvals: { tmux: "enforce" },
    } as never),
});

const test = full.extend<Rooms>({
  person: async ({ server }, use) => {
    const { http } = await settingsWith({ http: { bind: "127.0.0.1:0" } as never });
    const door = await serveHttp(server.factory, {
      ...server.changes,
      settings: http,
      patience: { headersMs: 10_000, requestMs: 30_000, placeMs: 5_000 },
      verifyToken: () => ({ name: "main", tier: "destructive" }),
      say: () => {},
      onError: () => {},
    });
    await use(async (answer) => {
      const options: any = {
        capabilities: answer ? { elicitation: { form: {} } } : {},
        versionNegotiation: { mode: { pin: MODERN } },
      };
      const client = new Client({ name: "person", version: "1" }, options);
      const asked: string[] = [];
      if (answer)
        client.setRequestHandler("elicitation/create", async ({ params }: any) => {
          asked.push(params.message);
          await pause(350);
          return answer as never;
        });
      const requestInit = { headers: { authorization: "Bearer any-token-0123456789" } };
      await client.connect(new StreamableHTTPClientTransport(new URL(door.url), { requestInit }));
      onTestFinished(() => client.close());
      return { client, asked };
    });
    await door.close();
  },
});

const run = async (client: Client, pane: string) => {
  const call = {
    name: "run_command",
    arguments: { pane_id: pane, command: "touch /tmp/../tmp/nothing-$$ && echo went" },
  };
  const result: any = await client.callTool(call);
  return { isError: result.isError === true, text: result.content.map((part: any) => part.text).join("\n") };
};

test("a yes lets a command run in a pane", async ({ person, pane }) => {
  const { client, asked } = await person({ action: "accept", content: { decision: "approve" } });
  const call = {
    name: "run_command",
    arguments: { pane_id: pane, command: "git commit --help >/dev/null; echo went" },
  };

  const result: any = await client.callTool(call);

  expect(result.isError).toBe(false);
  expect(result.structuredContent.output.join("\n")).toContain("went");
  expect(asked.join("\n")).toContain("git commit");
});

test.for([
  ["no", { action: "accept", content: { decision: "deny" } }, /The person declined/],
  ["decline", { action: "decline" }, /The person declined/],
  ["cancel", { action: "cancel" }, /closed the question/],
  ["an empty form", { action: "accept", content: {} }, /did not fit the question/],
  ["no way to ask", undefined, /Elicitation not supported/],
] as const)("%s keeps a command out of a pane", async ([, answer, said], { person, pane, shown }) => {
  const { client } = await person(answer);

  const { isError, text } = await run(client, pane);

  expect(isError).toBe(true);
  expect(text).toMatch(said);
  expect(shown(pane)).not.toContain("went");
});
