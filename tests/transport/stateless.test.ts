import { describe } from "vitest";
import { expect, initialize, LEGACY, modern, MODERN, test as base } from "./door.ts";

const test = base.extend({ overrides: { http: { stateless: true } } as never });
const call = {
  jsonrpc: "2.0",
  id: 5,
  method: "tools/call",
  params: { name: "echo", arguments: { text: "hi" } },
};

describe("the stateless door", () => {
  test.for([
    ["GET", 405, "POST, DELETE, OPTIONS"],
    ["PUT", 405, "POST, DELETE, OPTIONS"],
    ["HEAD", 405, "POST, DELETE, OPTIONS"],
    ["DELETE", 204, null],
    ["OPTIONS", 204, "POST, GET, DELETE, OPTIONS"],
  ] as const)("answers %s with %i", async ([method, status, allow], { send }) => {
    const answer = await send({ method });

    expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
    if (status === 204) expect(answer.text).toBe("");
    expect([...answer.headers.keys()].filter((name) => /access-control|session/.test(name))).toEqual([]);
  });

  test("gives one JSON answer to one request, without a session", async ({ send }) => {
    const { status, headers, json } = await send({ body: call });

    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("mcp-session-id")).toBeNull();
    expect(json).toMatchObject({
      id: 5,
      result: { content: [{ type: "text", text: "hi" }], isError: false },
    });
  });

  test.for(LEGACY)("agrees on %s when asked for it", async (revision, { send }) => {
    const { json } = await send({ body: initialize(revision) });

    expect(json.result.protocolVersion).toBe(revision);
  });

  test.for([
    ["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }],
    ["an unknown notification", { jsonrpc: "2.0", method: "notifications/nothing" }],
    ["a response", { jsonrpc: "2.0", id: 1, result: {} }],
    ["an error", { jsonrpc: "2.0", id: 1, error: { code: 1, message: "x" } }],
    ["a call without an id", { jsonrpc: "2.0", method: "tools/call", params: { name: "slow" } }],
  ] as const)("takes %s with 202 and an empty body", async ([, body], { send, calls }) => {
    expect(await send({ body })).toMatchObject({ status: 202, text: "" });
    expect(calls.started).toBe(0);
  });

  test("refuses a batch as an invalid request", async ({ send }) => {
    const { headers, json } = await send({ body: [call] });

    expect(headers.get("content-type")).toMatch(/json/);
    expect(json).toMatchObject({ id: null, error: { code: -32_600, message: "invalid_request" } });
  });

  test.for([...LEGACY, undefined])("serves the version header %s", async (version, { send }) => {
    const headers = version === undefined ? {} : { "mcp-protocol-version": version };

    expect((await send({ body: call, headers })).status).toBe(200);
  });

  test.for(["2030-01-01", "2024-10-07", "1", "2025-03-26x"])(
    "refuses the version header %s",
    async (version, { send }) => {
      const headers = { "mcp-protocol-version": version };

      expect((await send({ body: call, headers })).status).toBe(400);
      expect((await send({ body: initialize(), headers })).status).toBe(200);
    },
  );

  test("asks little of Accept and Content-Type, but not nothing", async ({ send }) => {
    const status = async (headers: Record<string, string>) => (await send({ body: call, headers })).status;

    expect(await status({ accept: "application/json" })).toBe(200);
    expect(await status({ accept: "*/*" })).toBe(200);
    expect(await status({ accept: "text/html, application/*;q=0.1" })).toBe(200);
    expect(await status({ accept: "text/html" })).toBe(406);
    expect(await status({ accept: "application/json;q=0" })).toBe(406);
    expect(await status({ "content-type": "application/json; charset=utf-8" })).toBe(200);
    expect(await status({ "content-type": "text/plain" })).toBe(415);
  });

  test("serves 2026-07-28 as well, in one JSON answer even where progress was asked for", async ({
    send,
  }) => {
    const _meta = { progressToken: "p" };
    const { status, headers, json } = await send(
      modern("tools/call", { name: "echo", arguments: { text: "x" }, _meta }),
    );

    expect([status, headers.get("content-type")]).toEqual([200, expect.stringMatching(/^application\/json/)]);
    expect(json.result).toMatchObject({ resultType: "complete", content: [{ text: "x" }] });
    expect(
      (await send(modern("subscriptions/listen", { notifications: { toolsListChanged: true } }))).status,
    ).toBe(404);
  });

  test.for([MODERN, ...LEGACY])("works with the official client in %s", async (revision, { connect }) => {
    const client = await connect(revision);

    expect((await client.callTool({ name: "echo", arguments: { text: revision } })).content).toEqual([
      { type: "text", text: revision },
    ]);
  });

  test("ends a call whose client has left", async ({ send, calls }) => {
    const leave = new AbortController();
    const pending = send({ body: { ...call, params: { name: "slow" } }, signal: leave.signal }).catch(
      () => "left",
    );
    await expect.poll(() => calls.started).toBe(1);
    leave.abort();

    expect(await pending).toBe("left");
    await expect.poll(() => calls.aborted).toBe(1);
  });
});
