import { PassThrough } from "node:stream";
import { describe } from "vitest";
import { LineTransport } from "../../src/transport/lines.ts";
import { serveStdio } from "../../src/transport/stdio.ts";
import { test as house } from "../house.ts";
import { type Calls, expect, initialize, LEGACY, modern, testTools } from "./door.ts";

interface Wire {
  /** Raw bytes, as a client with a bug would send them. */
  write(bytes: string | Buffer): void;
  send(...messages: object[]): void;
  readonly received: any[];
  answer(id: number | string | null): Promise<any>;
  readonly served: Promise<void>;
  end(): void;
}

const test = house.extend<{ calls: Calls; tools: ReturnType<typeof testTools>; wire: Wire }>({
  calls: async ({}, use) => use({ started: 0, aborted: 0 }),
  tools: async ({ calls }, use) => use(testTools(calls)),
  wire: async ({ server }, use) => {
    const input = new PassThrough();
    const output = new PassThrough();
    const stop = new AbortController();
    const served = serveStdio(server.factory, new LineTransport(input, output), {
      signal: stop.signal,
      watch: server.changes.watch,
      onError: () => {},
    });
    const received: any[] = [];
    let rest = "";
    output.on("data", (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split("\n");
      rest = lines.pop() ?? "";
      received.push(...lines.map((line) => JSON.parse(line)));
    });
    const write = (bytes: string | Buffer) => void input.write(bytes);
    const find = (id: unknown) => received.find((frame) => frame.id === id && !("method" in frame));
    await use({
      write,
      received,
      served,
      send: (...messages) => write(messages.map((message) => `${JSON.stringify(message)}\n`).join("")),
      answer: async (id) => {
        await expect.poll(() => find(id)).toBeDefined();
        return find(id);
      },
      end: () => void input.end(),
    });
    stop.abort();
    input.end();
    await served;
  },
});

const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
const begin = [initialize(), { jsonrpc: "2.0", method: "notifications/initialized" }];
const call = (id: number, name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

describe("a line", () => {
  test.for([
    ["{", -32_700, "parse_error"],
    ["nonsense", -32_700, "parse_error"],
    ["[]", -32_600, "invalid_request"],
    ['[{"jsonrpc":"2.0","id":3,"method":"ping"}]', -32_600, "invalid_request"],
    ['"text"', -32_600, "invalid_request"],
    ["{}", -32_600, "invalid_request"],
  ] as const)("%s is answered, and the next one is served", async ([line, code, message], { wire }) => {
    wire.send(...begin);
    wire.write(`${line}\n`);
    wire.send(ping(7));

    expect(await wire.answer(null)).toMatchObject({ jsonrpc: "2.0", error: { code, message } });
    expect(await wire.answer(7)).toMatchObject({ result: {} });
  });

  test("with a null id is never run and never answered", async ({ wire, calls }) => {
    wire.send(...begin, { ...call(0, "slow"), id: null }, ping(2));
    await wire.answer(2);

    expect(calls.started).toBe(0);
    expect(wire.received.map(({ id }) => id)).toEqual([1, 2]);
  });

  test("may be blank, end in CRLF, or come in pieces that cut a character", async ({ wire }) => {
    wire.send(...begin);
    wire.write("\n  \n\r\n");
    const bytes = Buffer.from(`${JSON.stringify(call(4, "echo", { text: "grün 🌲" }))}\r\n`);
    for (const byte of bytes) wire.write(Buffer.from([byte]));

    expect((await wire.answer(4)).result.structuredContent).toEqual({ result: "grün 🌲" });
    expect(wire.received.filter(({ error }) => error)).toEqual([]);
  });

  test("of 10 MB is no request, and ends the connection", async ({ wire }) => {
    wire.send(...begin);
    const piece = "x".repeat(1024 * 1024);
    for (let at = 0; at < 11; at++) wire.write(piece);

    expect((await wire.answer(null)).error).toMatchObject({ code: -32_600 });
    await wire.served;
  });

  test("of many megabytes is served", async ({ wire }) => {
    wire.send(...begin, call(5, "echo", { text: "y".repeat(5_000_000) }));

    expect((await wire.answer(5)).result.isError).toBe(false);
  });
});

describe("stdio", () => {
  test.for(LEGACY)("agrees on %s when asked for it", async (revision, { wire }) => {
    wire.send(initialize(revision));

    expect((await wire.answer(1)).result.protocolVersion).toBe(revision);
  });

  test("serves 2026-07-28 and checks the revision of every request", async ({ wire }) => {
    const wrong = { "io.modelcontextprotocol/protocolVersion": "2030-01-01" };
    wire.send(modern("server/discover", {}, 1).body as object, modern("tools/list", {}, 2).body as object);
    expect((await wire.answer(1)).result.supportedVersions).toContain("2026-07-28");
    expect((await wire.answer(2)).result.tools).toHaveLength(4);
    wire.send(modern("tools/list", { _meta: wrong }, 3).body as object);

    expect((await wire.answer(3)).error).toMatchObject({
      code: -32_022,
      data: { supported: ["2026-07-28"] },
    });
  });

  test("handles requests at the same time: 200 calls while one is slow", async ({ wire, calls }) => {
    wire.send(...begin, call(1_000, "slow"));
    await expect.poll(() => calls.started).toBe(1);
    wire.send(...Array.from({ length: 200 }, (_, at) => call(at + 10, "echo", { text: `text ${at}` })));
    await expect.poll(() => wire.received.length).toBe(201);

    const results = wire.received.slice(1).toSorted((one, other) => one.id - other.id);
    expect(results.map(({ id, result }) => [id, result.structuredContent.result])).toEqual(
      Array.from({ length: 200 }, (_, at) => [at + 10, `text ${at}`]),
    );
  });

  test("a cancelled call is aborted and never answered", async ({ wire, calls, audited }) => {
    wire.send(...begin, call(8, "slow"));
    await expect.poll(() => calls.started).toBe(1);
    wire.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 8 } });
    await expect.poll(() => calls.aborted).toBe(1);
    await expect.poll(() => audited().at(-1)).toMatchObject({ tool: "slow", outcome: "cancelled" });
    wire.send(ping(9));
    await wire.answer(9);

    expect(wire.received.filter(({ id }) => id === 8)).toEqual([]);
  });

  test("a client that leaves ends the door and its calls", async ({ wire, calls }) => {
    wire.send(...begin, call(8, "slow"));
    await expect.poll(() => calls.started).toBe(1);
    wire.end();
    await wire.served;

    await expect.poll(() => calls.aborted).toBe(1);
    expect(wire.received.filter(({ id }) => id === 8)).toEqual([]);
  });

  test("tells an older connection of changed tools", async ({ wire, server }) => {
    wire.send(...begin, ping(2));
    await wire.answer(2);
    server.changes.bus.publish({ kind: "tools_list_changed" });

    await expect
      .poll(() => wire.received.at(-1))
      .toMatchObject({ method: "notifications/tools/list_changed" });
  });

  test("tells a newer connection of changed tools only while it listens", async ({ wire, server }) => {
    const told = () => wire.received.filter(({ method }) => method === "notifications/tools/list_changed");
    wire.send(modern("server/discover", {}, 1).body as object);
    await wire.answer(1);
    server.changes.bus.publish({ kind: "tools_list_changed" });
    wire.send(
      modern("subscriptions/listen", { notifications: { toolsListChanged: true } }, 5).body as object,
    );
    await expect.poll(() => wire.received.at(-1)?.method).toBe("notifications/subscriptions/acknowledged");
    expect(told()).toEqual([]);
    server.changes.bus.publish({ kind: "tools_list_changed" });

    await expect
      .poll(told)
      .toMatchObject([{ params: { _meta: { "io.modelcontextprotocol/subscriptionId": 5 } } }]);
  });
});
