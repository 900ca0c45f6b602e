import { once } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach } from "vitest";
import { describe } from "../../src/protocol/describe.ts";
import { openingAnswers } from "../../src/protocol/opening.ts";
import { tools } from "../../src/tools/index.ts";
import { OpeningTransport } from "../../src/transport/opening.ts";
import { serveStdio } from "../../src/transport/stdio.ts";
import { expect, test as house } from "../house.ts";

const initialize = (id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
});
const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
const list = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list", params: {} });
const modern = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
};

interface Conversation {
  readonly received: any[];
  send(...messages: object[]): void;
  answer(id: number): Promise<any>;
}

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** Both ends of a stdio connection, with or without the answers given before the program is loaded. */
const test = house.extend<{ open: (early: boolean) => Conversation }>({
  open: async ({ server }, use) => {
    await use((early) => {
      const { settings, environment } = server.offer.house;
      const described = tools.map((tool) => ({ ...tool, wire: describe(tool, "brief") }));
      const answers = openingAnswers({ settings, environment, described, installed: () => false });
      const input = new PassThrough();
      const output = new PassThrough();
      const wire = new OpeningTransport(input, output, early ? answers : () => undefined);
      const stop = new AbortController();
      const serving = wire.needed.then(() =>
        serveStdio(server.factory, wire, { signal: stop.signal, onError: () => {} }),
      );
      cleanups.push(() => {
        stop.abort();
        input.end();
        return serving;
      });
      const received: any[] = [];
      let rest = "";
      output.on("data", (chunk: Buffer) => {
        const lines = (rest + chunk.toString()).split("\n");
        rest = lines.pop() ?? "";
        received.push(...lines.map((line) => JSON.parse(line)));
      });
      return {
        received,
        send: (...messages) =>
          void input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join("")),
        async answer(id) {
          for (;;) {
            const found = received.find((message) => message.id === id);
            if (found) return found;
            await once(output, "data");
          }
        },
      };
    });
  },
});

test("the early answers are those of the whole program, word for word", async ({ open }) => {
  const [early, late] = [open(true), open(false)];
  for (const talk of [early, late]) talk.send(initialize(1), initialized, list(2));

  expect(await early.answer(1)).toEqual(await late.answer(1));
  expect(await early.answer(2)).toEqual(await late.answer(2));
});

test("what comes after the handshake is answered by the program, and nothing twice", async ({ open }) => {
  const talk = open(true);
  talk.send(initialize(1), initialized, list(2));
  await talk.answer(2);
  talk.send({ jsonrpc: "2.0", id: 3, method: "prompts/list" }, { jsonrpc: "2.0", id: 4, method: "ping" });

  expect(await talk.answer(3)).toHaveProperty("result.prompts");
  await talk.answer(4);
  expect(talk.received.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

test("a call right behind the handshake is not lost", async ({ open }) => {
  const talk = open(true);
  const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "no_such_tool" } };
  talk.send(initialize(1), initialized, call);

  expect(await talk.answer(2)).toHaveProperty("error.code", -32_602);
  expect(talk.received.map(({ id }) => id)).toEqual([1, 2]);
});

test("a connection that does not begin with a handshake is left to the program", async ({ open }) => {
  const talk = open(true);
  talk.send({ jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: modern } });

  expect(await talk.answer(1)).toHaveProperty("result.supportedVersions");
});
