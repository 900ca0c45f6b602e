import { describe } from "vitest";
import { expect, initialize, LEGACY, MODERN, modern, test } from "./door.ts";

const ALL = [MODERN, ...LEGACY];

describe("over HTTP", () => {
  test.for(ALL)("the official client lists and calls in %s", async (revision, { connect }) => {
    const client = await connect(revision);
    const { tools } = await client.listTools();

    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(tools.map(({ name }) => name)).toEqual(["echo", "slow", "change", "kill_slow"]);
    expect(await client.callTool({ name: "echo", arguments: { text: "ü" } })).toMatchObject({
      content: [{ type: "text", text: "ü" }],
      structuredContent: { result: "ü" },
    });
    await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toMatchObject({
      code: -32_602,
    });
  });

  test.for(["2031-01-01", "2024-10-07", ""])(
    "%j is answered with the newest revision that has a handshake",
    async (revision, { send }) => {
      const { json } = await send({ body: initialize(revision) });

      expect(json.result.protocolVersion).toBe("2025-11-25");
    },
  );

  test("an unknown newer revision is told which one is served", async ({ send }) => {
    const request = modern("tools/list", {
      _meta: { "io.modelcontextprotocol/protocolVersion": "2030-01-01" },
    });
    const headers = { ...request.headers, "mcp-protocol-version": "2030-01-01" };
    const { status, json } = await send({ ...request, headers });

    expect(status).toBe(400);
    expect(json).toMatchObject({ id: 1, error: { code: -32_022, data: { supported: [MODERN] } } });
  });

  test.for(ALL)(
    "200 calls at once are each answered with their own result in %s",
    { timeout: 60_000 },
    async (revision, { connect }) => {
      const client = await connect(revision);
      const texts = Array.from({ length: 200 }, (_, at) => `text ${at}`);
      const results = await Promise.all(
        texts.map((text) => client.callTool({ name: "echo", arguments: { text } })),
      );

      expect(results.map(({ structuredContent }: any) => structuredContent.result)).toEqual(texts);
    },
  );

  test.for([MODERN, "2025-11-25"])("progress reaches the client in %s", async (revision, { connect }) => {
    const client = await connect(revision);
    const seen: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => seen.push(progress);
    await client.callTool({ name: "echo", arguments: { text: "x" } }, { onprogress });

    expect(seen.length).toBeGreaterThan(0);
  });
});

describe("pages", () => {
  const paged = test.extend({ overrides: { house: { pageSize: 3 } } as never });

  paged.for(ALL)("are followed to the end in %s", async (revision, { connect }) => {
    const client = await connect(revision);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page: any = await client.request({
        method: "tools/list",
        params: cursor === undefined ? {} : { cursor },
      });
      names.push(...page.tools.map(({ name }: { name: string }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);

    expect(names).toEqual(["echo", "slow", "change", "kill_slow"]);
    await expect(client.request({ method: "tools/list", params: { cursor: "bogus" } })).rejects.toMatchObject(
      { code: -32_602 },
    );
  });
});

describe("a cancelled call", () => {
  test.for(ALL)("is aborted and never answered in %s", async (revision, { connect, calls, audited }) => {
    const client = await connect(revision);
    const cancel = new AbortController();
    const pending = client.callTool({ name: "slow", arguments: {} }, { signal: cancel.signal });
    const outcome = pending.catch((error: unknown) => error);
    await expect.poll(() => calls.started).toBe(1);
    cancel.abort(new Error("enough"));

    expect(await outcome).toBeInstanceOf(Error);
    await expect.poll(() => calls.aborted).toBe(1);
    await expect.poll(() => audited().at(-1)).toMatchObject({ tool: "slow", outcome: "cancelled" });
    expect(await client.callTool({ name: "echo", arguments: { text: "still here" } })).toMatchObject({
      isError: false,
    });
  });

  test("is one whose client has left, in 2026-07-28", async ({ send, calls }) => {
    const leave = new AbortController();
    const pending = send({ ...modern("tools/call", { name: "slow" }), signal: leave.signal }).catch(
      () => "left",
    );
    await expect.poll(() => calls.started).toBe(1);
    leave.abort();

    expect(await pending).toBe("left");
    await expect.poll(() => calls.aborted).toBe(1);
  });

  test("is not one whose stream broke within a session", async ({ send, calls }) => {
    const { headers } = await send({ body: initialize() });
    const session = { "mcp-session-id": headers.get("mcp-session-id") ?? "" };
    const leave = new AbortController();
    const body = { jsonrpc: "2.0", id: 9, method: "tools/call", params: { name: "slow" } };
    const pending = send({ body, headers: session, signal: leave.signal }).catch(() => "left");
    await expect.poll(() => calls.started).toBe(1);
    leave.abort();
    await pending;
    await send({ body: { jsonrpc: "2.0", id: 10, method: "ping" }, headers: session });
    expect(calls.aborted).toBe(0);

    const requestId = 9;
    await send({
      body: { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } },
      headers: session,
    });
    await expect.poll(() => calls.aborted).toBe(1);
  });
});

describe("closing the door", () => {
  test.for(ALL)(
    "aborts what runs and lets nobody in any more in %s",
    async (revision, { connect, door, calls }) => {
      const client = await connect(revision);
      const outcome = client.callTool({ name: "slow", arguments: {} }).catch((error: unknown) => error);
      await expect.poll(() => calls.started).toBe(1);
      await door.close();

      expect(calls.aborted).toBe(1);
      await expect(fetch(door.url)).rejects.toThrow();
      await client.close();
      expect(await outcome).toBeInstanceOf(Error);
    },
  );
});
