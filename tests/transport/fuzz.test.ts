import { connect } from "node:net";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe } from "vitest";
import type { OpenDoor } from "../../src/transport/http.ts";
import { LineTransport } from "../../src/transport/lines.ts";
import { serveStdio } from "../../src/transport/stdio.ts";
import { expect, initialize, MAIN, modern, statusOf, test } from "./door.ts";

/** Stands wherever a value can stand; no refusal may repeat it. */
const SECRET = "s3cr3t-of-the-caller";

const METHODS = [
  "ping",
  "initialize",
  "tools/list",
  "tools/call",
  "prompts/get",
  "resources/read",
  "completion/complete",
  "logging/setLevel",
  "subscriptions/listen",
  "server/discover",
  "notifications/cancelled",
  "notifications/progress",
  "no/such",
];
const value = fc.oneof(fc.constant(SECRET), fc.jsonValue({ maxDepth: 2 }));
// Names and addresses are what an answer may repeat: they are how the caller knows what was not found.
const named = {
  name: fc.constantFrom("echo", "change", "none"),
  uri: fc.constantFrom("tmux://none", "none"),
};
const free = [
  "arguments",
  "cursor",
  "_meta",
  "level",
  "ref",
  "argument",
  "requestId",
  "protocolVersion",
  "x",
];
const params = fc.oneof(
  fc.record({ ...named, ...Object.fromEntries(free.map((key) => [key, value])) }, { requiredKeys: [] }),
  fc.record({ ...named, arguments: fc.dictionary(fc.constantFrom("text", "other"), value) }),
  value,
);
const message = fc.record(
  {
    jsonrpc: fc.constantFrom("2.0", "2.0", "2.0", 2),
    id: fc.oneof(fc.integer({ min: 100 }), fc.string(), value),
    method: fc.oneof(fc.constantFrom(...METHODS), fc.string()),
    params,
  },
  { requiredKeys: ["jsonrpc"] },
);
const line = fc.oneof(
  message.map((frame) => JSON.stringify(frame)),
  fc.array(message, { maxLength: 3 }).map((frames) => JSON.stringify(frames)),
  fc.json(),
  fc.string().map((text) => text.replaceAll("\n", " ")),
);

describe("stdio", () => {
  test(
    "answers on after any lines, and refuses without repeating a value",
    { timeout: 60_000 },
    async ({ server }) => {
      await fc.assert(
        fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.boolean(), async (lines, greeted) => {
          const input = new PassThrough();
          const output = new PassThrough();
          const stop = new AbortController();
          let out = "";
          output.on("data", (chunk) => (out += chunk));
          const served = serveStdio(server.factory, new LineTransport(input, output), {
            signal: stop.signal,
            onError: () => {},
          });
          if (greeted) input.write(`${JSON.stringify(initialize())}\n`);
          input.write(lines.map((text) => `${text}\n`).join(""));
          input.write(`${JSON.stringify({ jsonrpc: "2.0", id: "the-end", method: "ping" })}\n`);
          await expect.poll(() => out, { interval: 2 }).toContain('"the-end"');
          stop.abort();
          input.end();
          await served;

          const frames = out
            .trimEnd()
            .split("\n")
            .map((text) => JSON.parse(text));
          const errors = frames.filter(({ id, error }) => error && id !== SECRET);
          // An answer names the request's id and method, and nothing else of it.
          for (const { error } of errors)
            expect(JSON.stringify(error).replaceAll(/"method":"[^"]*"/g, "")).not.toContain(SECRET);
        }),
        { numRuns: 150 },
      );
    },
  );
});

const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
const text = fc.oneof(fc.constant(SECRET), fc.string({ unit: "binary", maxLength: 40 }));
const header = fc.tuple(
  fc.oneof(
    fc.constantFrom(
      "Host",
      "Origin",
      "Authorization",
      "Content-Length",
      "Transfer-Encoding",
      "Content-Type",
      "Accept",
      "Mcp-Session-Id",
      "MCP-Protocol-Version",
      "Mcp-Method",
      "Mcp-Name",
      "Last-Event-ID",
      "Connection",
      "Expect",
      "Upgrade",
    ),
    token,
  ),
  fc.oneof(
    text,
    fc.constantFrom(
      "localhost",
      "127.0.0.1",
      "chunked",
      "0",
      "5",
      "99999999999999999999",
      "-1",
      "application/json",
      "text/event-stream",
      "keep-alive",
      "100-continue",
      "2026-07-28",
      `Bearer ${MAIN}`,
    ),
  ),
);
const head = fc
  .tuple(
    fc.oneof(fc.constantFrom("GET", "POST", "DELETE", "OPTIONS", "PUT", "CONNECT", "HEAD"), token),
    fc.oneof(fc.constantFrom("/mcp", "/", "*", "/mcp?x"), text),
    fc.constantFrom("HTTP/1.1", "HTTP/1.0", "HTTP/9", ""),
    fc.array(header, { maxLength: 12 }),
    fc.oneof(line, text),
  )
  .map(([method, path, version, headers, body]) => {
    // Half of them get past the guards, so that what lies behind is thrown at as well.
    const admitted = [
      ["Host", "localhost"],
      ["Authorization", `Bearer ${MAIN}`],
    ] as [string, string][];
    const all = headers.length % 2 === 0 ? [...admitted, ...headers] : headers;
    const lines = all.map(([name, content]) => `${name}: ${content}\r\n`);
    return `${method} ${path} ${version}\r\n${lines.join("")}\r\n${body}`;
  });

/** Sends and hangs up: what matters is what the door does afterwards. */
function throwAt({ address }: OpenDoor, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(address.port, address.address);
    let seen = "";
    socket.on("data", (chunk) => (seen += chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve(seen));
    socket.end(Buffer.from(bytes, "latin1"));
  });
}

describe("HTTP", () => {
  test(
    "serves on after any heads, and refuses without repeating a value",
    { timeout: 60_000 },
    async ({ door, send, said }) => {
      await fc.assert(
        fc.asyncProperty(head, async (bytes) => {
          const answer = await throwAt(door, bytes);
          const status = statusOf(answer);
          if (status !== undefined && status >= 400) expect(answer).not.toContain(SECRET);
        }),
        { numRuns: 400 },
      );

      expect((await send(modern("tools/list"))).status).toBe(200);
      expect(said.filter((words) => words.startsWith("error"))).toEqual([]);
    },
  );

  test(
    "answers any body, and refuses without repeating a value",
    { timeout: 60_000 },
    async ({ send, said }) => {
      const { headers } = await send({ body: initialize() });
      const session = { "mcp-session-id": headers.get("mcp-session-id") ?? "" };
      const how = fc.constantFrom(
        session,
        {},
        { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call" },
      );
      await fc.assert(
        fc.asyncProperty(line, how, async (body, headers) => {
          const stop = AbortSignal.timeout(5_000);
          const { status, text } = await send({ body, headers, signal: stop });
          expect(status).toBeLessThan(500);
          if (status >= 400) expect(text.replaceAll(/"id":"[^"]*"/g, "")).not.toContain(SECRET);
        }),
        { numRuns: 400 },
      );

      expect((await send({ body: { jsonrpc: "2.0", id: 1, method: "ping" }, headers: session })).status).toBe(
        200,
      );
      expect(said.filter((words) => words.startsWith("error"))).toEqual([]);
    },
  );
});
