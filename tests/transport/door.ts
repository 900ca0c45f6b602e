import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { defineTool, type Tool } from "../../src/tools/tool.ts";
import { type OpenDoor, serveHttp } from "../../src/transport/http.ts";
import { settingsWith, test as base } from "../house.ts";

export { expect } from "vitest";

export const MAIN = "main-token-0123456789";
export const READER = "reader-token-0123456789";
export const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
export const MODERN = "2026-07-28";

/** What the slow tool lived through. */
export interface Calls {
  started: number;
  aborted: number;
}

export interface Rooms {
  tools: readonly Tool[];
  calls: Calls;
  said: string[];
  patience: { headersMs: number; requestMs: number; placeMs: number };
  door: OpenDoor;
  /** A request as a plain HTTP client would send it, with the main token unless told otherwise. */
  send: (init?: SendInit) => Promise<Sent>;
  /** The official client, ready for calls. */
  connect: (revision: string, token?: string) => Promise<Client>;
}

export interface SendInit {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: unknown;
  token?: string | undefined;
  signal?: AbortSignal;
}

interface Sent {
  status: number;
  headers: Headers;
  text: string;
  json: any;
}

export function testTools(calls: Calls): Tool[] {
  const base = { description: "A tool of a test.", output: { result: z.string() } };
  const echo = defineTool({
    ...base,
    name: "echo",
    title: "Echo",
    tier: "readonly",
    input: { text: z.string() },
    run: async ({ text }) => ({ result: text }),
  });
  const slow = defineTool({
    ...base,
    name: "slow",
    title: "Slow",
    tier: "readonly",
    input: {},
    async run(_, { signal }): Promise<{ result: string }> {
      calls.started += 1;
      await sleep(60_000, undefined, { signal }).catch(() => (calls.aborted += 1));
      signal.throwIfAborted();
      return { result: "late" };
    },
  });
  const change = defineTool({
    ...base,
    name: "change",
    title: "Change",
    tier: "mutating",
    input: {},
    run: async () => ({ result: "changed" }),
  });
  const kill = defineTool({ ...change, name: "kill_slow", run: async () => ({ result: "killed" }) });
  return [echo, slow, change, kill];
}

export const test = base.extend<Rooms>({
  calls: async ({}, use) => use({ started: 0, aborted: 0 }),
  tools: async ({ calls }, use) => use(testTools(calls)),
  said: async ({}, use) => use([]),
  patience: async ({}, use) => use({ headersMs: 10_000, requestMs: 30_000, placeMs: 5_000 }),
  door: async ({ overrides, server, said, patience }, use) => {
    const { http } = await settingsWith({ ...overrides, http: { bind: "127.0.0.1:0", ...overrides.http } });
    const door = await serveHttp(server.factory, {
      ...server.changes,
      settings: http,
      patience,
      verifyToken: (token) => holders.get(token),
      say: (level, line) => said.push(`${level}: ${line}`),
      onError: (error) => said.push(`error: ${error.message}`),
    });
    await use(door);
    await door.close();
  },
  send: async ({ door }, use) => {
    await use(async ({ method = "POST", path = "/mcp", headers = {}, body, token = MAIN, signal } = {}) => {
      const response = await fetch(new URL(path, door.url), {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parsed(text) };
    });
  },
  connect: async ({ door }, use) => {
    const open: Client[] = [];
    await use(async (revision, token = MAIN) => {
      const client = clientFor(revision);
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(door.url), { requestInit }));
      open.push(client);
      return client;
    });
    await Promise.all(open.map((client) => client.close()));
  },
});

const holders = new Map([
  [MAIN, { name: "main", tier: "destructive" }],
  [READER, { name: "reader", tier: "readonly" }],
] as const) as ReadonlyMap<string, { name: string; tier: "destructive" | "readonly" }>;

export function clientFor(revision: string): Client {
  const options =
    revision === MODERN
      ? { versionNegotiation: { mode: { pin: MODERN } } }
      : { supportedProtocolVersions: [revision] };
  return new Client({ name: "test-client", version: "1.2.3" }, options as any);
}

export function initialize(protocolVersion = "2025-11-25"): object {
  const clientInfo = { name: "raw", version: "1" };
  return {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo },
  };
}

/** A request of 2026-07-28 with everything it must carry. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
  id: number | string = 1,
): SendInit {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    ...(params["_meta"] as object),
  };
  return {
    headers: {
      "mcp-protocol-version": MODERN,
      "mcp-method": method,
      ...(typeof params["name"] === "string" && { "mcp-name": params["name"] }),
    },
    body: { jsonrpc: "2.0", id, method, params: { ...params, _meta } },
  };
}

/** Bytes in, bytes out: for what no HTTP client would send. Ends when the server closes or has answered once. */
export async function raw(door: OpenDoor, text: string | Buffer): Promise<string> {
  const socket = connect(door.address.port, door.address.address);
  socket.write(text);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks).toString())) break;
    }
  } catch {
    // A reset is an answer, too: what arrived before it counts.
  } finally {
    socket.destroy();
  }
  return Buffer.concat(chunks).toString();
}

function isWhole(text: string): boolean {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (rest.length === 0) return false;
  if (length === undefined) return / (204|202|304) /.test(head);
  return Buffer.byteLength(rest.join("\r\n\r\n")) >= Number(length);
}

export function statusOf(response: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(response)?.[1];
  return status === undefined ? undefined : Number(status);
}

function parsed(text: string): any {
  const data = /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
