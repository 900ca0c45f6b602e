import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, onTestFinished } from "vitest";
import { type OpenDoor, serveHttp } from "../../src/transport/http.ts";
import { settingsWith } from "../house.ts";
import { expect, initialize, MAIN, READER, type Rooms, test } from "./door.ts";

type Send = Rooms["send"];

async function begin(send: Send, token = MAIN): Promise<Record<string, string>> {
  const { status, headers } = await send({ body: initialize(), token });
  expect(status).toBe(200);
  return { "mcp-session-id": headers.get("mcp-session-id") ?? "", "mcp-protocol-version": "2025-11-25" };
}

const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };

/** A stream read by hand, so that it can be cut in the middle. */
async function stream(door: OpenDoor, request: string): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(door.address.port, door.address.address);
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  let seen = "";
  socket.on("data", (chunk) => (seen += chunk));
  await once(socket, "connect");
  socket.write(request);
  return { socket, text: () => seen };
}

function get(session: Record<string, string>, more: Record<string, string> = {}): string {
  const headers = {
    host: "localhost",
    authorization: `Bearer ${MAIN}`,
    accept: "text/event-stream",
    ...session,
    ...more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET /mcp HTTP/1.1\r\n${lines.join("")}\r\n`;
}

describe("a session", () => {
  test("has an id nobody can guess, which every further request must carry", async ({ send }) => {
    const [one, other] = [await begin(send), await begin(send)];

    expect(one["mcp-session-id"]).toMatch(/^[\x21-\x7e]{32,}$/);
    expect(one["mcp-session-id"]).not.toBe(other["mcp-session-id"]);
    expect((await send({ body: list, headers: one })).json.result.tools).toHaveLength(4);
    expect((await send({ body: list })).status).toBe(400);
    expect((await send({ body: list, headers: { "mcp-session-id": "0" } })).status).toBe(404);
  });

  test("belongs to the token that began it", async ({ send }) => {
    const session = await begin(send);
    for (const method of ["POST", "GET", "DELETE"]) {
      const body = method === "POST" ? { body: list } : {};
      expect(
        (await send({ method, ...body, headers: { ...session, accept: "text/event-stream" }, token: READER }))
          .status,
      ).toBe(404);
    }

    expect((await send({ body: list, headers: session })).status).toBe(200);
  });

  test("ends with DELETE, and its calls with it", async ({ send, calls }) => {
    const session = await begin(send);
    const pending = send({
      body: { ...list, method: "tools/call", params: { name: "slow" } },
      headers: session,
    });
    await expect.poll(() => calls.started).toBe(1);

    expect((await send({ method: "DELETE", headers: session })).status).toBe(200);

    expect((await pending).text).not.toContain('"result"');
    await expect.poll(() => calls.aborted).toBe(1);
    expect((await send({ body: list, headers: session })).status).toBe(404);
  });

  test("cannot be begun twice", async ({ send }) => {
    const session = await begin(send);

    expect((await send({ body: initialize(), headers: session })).status).toBe(400);
  });

  test("takes notifications with 202 and refuses an unknown revision with 400", async ({ send }) => {
    const session = await begin(send);
    const note = { jsonrpc: "2.0", method: "notifications/initialized" };

    expect(await send({ body: note, headers: session })).toMatchObject({ status: 202, text: "" });
    expect(
      (await send({ body: list, headers: { ...session, "mcp-protocol-version": "1999-01-01" } })).status,
    ).toBe(400);
  });

  test("has one stream for what the server says by itself", async ({ door, send, server }) => {
    const session = await begin(send);
    await send({ body: { jsonrpc: "2.0", method: "notifications/initialized" }, headers: session });
    const { text } = await stream(door, get(session));
    await expect.poll(text).toMatch(/^HTTP\/1\.1 200/);

    expect((await send({ method: "GET", headers: { ...session, accept: "text/event-stream" } })).status).toBe(
      409,
    );
    server.changes.bus.publish({ kind: "tools_list_changed" });

    await expect.poll(text).toContain("notifications/tools/list_changed");
  });

  test("gives what was missed to a client that comes back", async ({ door, send, server }) => {
    const session = await begin(send);
    await send({ body: { jsonrpc: "2.0", method: "notifications/initialized" }, headers: session });
    const first = await stream(door, get(session));
    await expect.poll(first.text).toMatch(/^HTTP\/1\.1 200/);
    server.changes.bus.publish({ kind: "tools_list_changed" });
    await expect.poll(first.text).toMatch(/^id: \S+/m);
    const last = /^id: (\S+)/m.exec(first.text())?.[1] ?? "";
    // Not even closed: a machine that was asleep comes back before its old connection is known to be dead.
    server.changes.bus.publish({ kind: "tools_list_changed" });
    const second = await stream(door, get(session, { "last-event-id": last }));

    await expect.poll(second.text).toContain("notifications/tools/list_changed");
    expect(second.text().match(/^data: /gm)).toHaveLength(1);
    expect(second.text()).not.toContain(`id: ${last}\n`);
    expect(
      (
        await send({
          method: "GET",
          headers: { ...session, accept: "text/event-stream", "last-event-id": "x" },
        })
      ).status,
    ).toBe(400);
  });

  test("brings a result to a client whose stream broke", async ({ door, send }) => {
    const session = await begin(send);
    const body = JSON.stringify({ ...list, id: 7 });
    const headers = Object.entries(session).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${MAIN}\r\n${headers.join("")}Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const first = await stream(door, request);
    await expect.poll(first.text).toMatch(/^retry: \d+/m);
    const primer = /^id: (\S+)/m.exec(first.text())?.[1] ?? "";
    first.socket.destroy();

    const second = await stream(door, get(session, { "last-event-id": primer }));

    await expect.poll(second.text).toMatch(/"id":7.*|"result".*"id":7/);
  });
});

describe("sessions that are left alone", () => {
  const brief = test.extend({ overrides: { http: { sessionIdleSeconds: 1 } } as never });

  brief("are ended", async ({ send }) => {
    const session = await begin(send);

    // Asking would keep it alive, so another request says when enough time has passed.
    await expect
      .poll(async () => (await send({ body: list, headers: session })).status, {
        interval: 1_300,
        timeout: 8_000,
      })
      .toBe(404);
  });

  brief("stay while a stream is open", async ({ door, send }) => {
    const [kept, left] = [await begin(send), await begin(send)];
    const { text } = await stream(door, get(kept));
    await expect.poll(text).toMatch(/^HTTP\/1\.1 200/);
    await expect
      .poll(async () => (await send({ body: list, headers: left })).status, {
        interval: 1_300,
        timeout: 8_000,
      })
      .toBe(404);

    expect((await send({ body: list, headers: kept })).status).toBe(200);
  });
});

describe("the most sessions", () => {
  const few = test.extend({ overrides: { http: { maxSessions: 2 } } as never });

  few("push out the caller's own longest idle one", async ({ send }) => {
    const [first, second] = [await begin(send), await begin(send)];
    const third = await begin(send);
    const statuses = [first, second, third].map(
      async (headers) => (await send({ body: list, headers })).status,
    );

    expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
  });

  few("never push out somebody else's", async ({ send }) => {
    const sessions = [await begin(send), await begin(send)];
    const { status, headers } = await send({ body: initialize(), token: READER });

    expect([status, headers.get("retry-after")]).toEqual([503, "30"]);
    for (const session of sessions) expect((await send({ body: list, headers: session })).status).toBe(200);
  });

  test("are counted while they begin, too", async ({ server }) => {
    const { http } = await settingsWith({ http: { bind: "127.0.0.1:0", auth: false, maxSessions: 2 } });
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const factory: typeof server.factory = (request) => server.factory(request);
    const slowly = async (request: Parameters<typeof factory>[0]) => {
      begun += 1;
      await gate.promise;
      return factory(request);
    };
    const door = await serveHttp(slowly, {
      settings: http,
      verifyToken: () => undefined,
      say: () => {},
      onError: () => {},
    });
    onTestFinished(() => door.close());
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const body = JSON.stringify(initialize());
    let answered = 0;
    const statuses = Array.from({ length: 6 }, async () => {
      const response = await fetch(door.url, { method: "POST", headers, body });
      await response.text();
      answered += 1;
      return response.status;
    });
    // While two begin, the others are refused; one that came later would push out a session that is there.
    await expect.poll(() => [begun, answered]).toEqual([2, 4]);
    gate.resolve();

    expect((await Promise.all(statuses)).toSorted((one, other) => one - other)).toEqual([
      200, 200, 503, 503, 503, 503,
    ]);
  });
});
