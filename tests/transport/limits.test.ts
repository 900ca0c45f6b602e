import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, onTestFinished } from "vitest";
import type { OpenDoor } from "../../src/transport/http.ts";
import { expect, initialize, MAIN, modern, raw, statusOf, test } from "./door.ts";

const HEAD = ["Host: localhost", `Authorization: Bearer ${MAIN}`];

function head(...lines: string[]): string {
  return `${lines.join("\r\n")}\r\n\r\n`;
}

async function open(door: OpenDoor): Promise<Socket> {
  const socket = connect(door.address.port, door.address.address);
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

describe("a body", () => {
  const small = test.extend({ overrides: { http: { maxBodyBytes: 2_000 } } as never });

  small("over the limit is refused before it is read", async ({ door, send }) => {
    expect((await send({ body: { text: "x".repeat(3_000) } })).status).toBe(413);
    const announced = head(
      "POST /mcp HTTP/1.1",
      ...HEAD,
      "Content-Type: application/json",
      "Content-Length: 999999999",
    );
    expect(statusOf(await raw(door, announced))).toBe(413);
  });

  small("over the limit is refused when it comes in pieces, too", async ({ door }) => {
    const piece = "x".repeat(1_500);
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
    const start = head(
      "POST /mcp HTTP/1.1",
      ...HEAD,
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
    );

    expect(statusOf(await raw(door, start + chunk + chunk))).toBe(413);
  });

  test("that is compressed is refused: its size would be unknown", async ({ send }) => {
    expect((await send({ body: {}, headers: { "content-encoding": "gzip" } })).status).toBe(415);
  });

  test("that is not UTF-8 is refused", async ({ door }) => {
    const start = head("POST /mcp HTTP/1.1", ...HEAD, "Content-Type: application/json", "Content-Length: 2");

    expect(statusOf(await raw(door, Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xfe])])))).toBe(
      400,
    );
  });

  test.for([
    ["{", -32_700],
    ["", -32_700],
    ["\u0000", -32_700],
    ["[]", -32_600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600],
    ["7", -32_600],
    ["null", -32_600],
    ["{}", -32_600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
  ] as const)("%j is answered with 400 and %i", async ([body, code], { send }) => {
    const { status, json } = await send({ body });

    expect(status).toBe(400);
    expect(json).toMatchObject({ jsonrpc: "2.0", error: { code } });
  });

  test("with a null id is taken as a notification and never run", async ({ send, calls }) => {
    const { status, text } = await send({
      body: { jsonrpc: "2.0", id: null, method: "tools/call", params: { name: "slow" } },
    });

    expect([status, text, calls.started]).toEqual([202, "", 0]);
  });
});

describe("a head", () => {
  test("of too many bytes is refused", async ({ door }) => {
    const answer = await raw(door, head("POST /mcp HTTP/1.1", ...HEAD, `X-Long: ${"x".repeat(20_000)}`));

    expect(statusOf(answer)).toBe(431);
  });

  test("of too many lines is refused, and none of them is overlooked", async ({ door }) => {
    const many = Array.from({ length: 120 }, (_, at) => `X-${at}: 1`);

    expect(statusOf(await raw(door, head("OPTIONS /mcp HTTP/1.1", ...HEAD, ...many)))).toBe(431);
    const late = head("OPTIONS /mcp HTTP/1.1", ...HEAD, ...many.slice(0, 90), "Origin: http://evil.com");
    expect(statusOf(await raw(door, late))).toBe(403);
  });

  const hasty = test.extend({ patience: { headersMs: 200, requestMs: 400, placeMs: 5_000 } as never });

  hasty("that never ends loses its connection", async ({ door }) => {
    const socket = await open(door);
    socket.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\n");
    const drip = setInterval(() => socket.write("X-More: 1\r\n"), 50);
    onTestFinished(() => clearInterval(drip));
    socket.resume();

    await once(socket, "close");
  });

  hasty("whose body never ends loses its connection", async ({ door }) => {
    const socket = await open(door);
    socket.write(
      head("POST /mcp HTTP/1.1", ...HEAD, "Content-Type: application/json", "Content-Length: 1000"),
    );
    const drip = setInterval(() => socket.write("x"), 50);
    onTestFinished(() => clearInterval(drip));
    socket.resume();

    await once(socket, "close");
  });
});

describe("connections", () => {
  const overrides = { http: { maxConnections: 2 } } as never;
  const few = test.extend({ overrides });
  const fewHasty = test.extend({
    overrides,
    patience: { headersMs: 10_000, requestMs: 30_000, placeMs: 100 } as never,
  });

  fewHasty(
    "above the limit are told so, while a call that ends something still gets in",
    async ({ send, calls }) => {
      const leave = new AbortController();
      const held = [1, 2].map((id) =>
        send({ ...modern("tools/call", { name: "slow" }, id), signal: leave.signal }).catch(() => {}),
      );
      await expect.poll(() => calls.started).toBe(2);

      expect((await send(modern("tools/list"))).status).toBe(503);
      expect((await send(modern("tools/call", { name: "echo", arguments: { text: "x" } }))).status).toBe(503);
      expect((await send(modern("tools/call", { name: "kill_slow" }))).json.result.content).toEqual([
        { type: "text", text: "killed" },
      ]);

      leave.abort();
      await Promise.all(held);
      await expect.poll(async () => (await send(modern("tools/list"))).status).toBe(200);
    },
  );

  few("above the limit wait for their turn", async ({ send, calls }) => {
    const leave = new AbortController();
    const held = [1, 2].map((id) =>
      send({ ...modern("tools/call", { name: "slow" }, id), signal: leave.signal }).catch(() => {}),
    );
    await expect.poll(() => calls.started).toBe(2);
    const waiting = send(modern("tools/list"));
    leave.abort();
    await Promise.all(held);

    expect((await waiting).status).toBe(200);
  });

  few("that are idle make room", async ({ door, send }) => {
    const idle = await Promise.all([open(door), open(door)]);
    for (const socket of idle) {
      socket.write(head("OPTIONS /mcp HTTP/1.1", ...HEAD));
      await once(socket, "data");
    }

    await expect.poll(async () => (await send(modern("tools/list"))).status).toBe(200);
  });

  few("far above the limit are dropped", async ({ door }) => {
    const crowd = await Promise.all(Array.from({ length: 12 }, () => open(door)));
    for (const socket of crowd) socket.resume();

    await expect.poll(() => crowd.filter(({ closed }) => closed).length).toBe(4);
  });
});

test("a request after a refused one on the same connection is not mistaken for its body", async ({
  door,
}) => {
  const smuggled = `GET /mcp HTTP/1.1\r\nHost: evil.com\r\n\r\n`;
  const first = head(
    "POST /mcp HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${smuggled.length}`,
  );

  expect(await raw(door, first + smuggled)).toMatch(/^HTTP\/1\.1 401 [^]*connection: close/i);
});

test("both a length and chunks at once are refused", async ({ door }) => {
  const both = head("POST /mcp HTTP/1.1", ...HEAD, "Content-Length: 5", "Transfer-Encoding: chunked");

  expect(statusOf(await raw(door, `${both}0\r\n\r\n`))).toBe(400);
});

test("a wrong content type is refused", async ({ send }) => {
  expect((await send({ body: initialize(), headers: { "content-type": "text/plain" } })).status).toBe(415);
});
