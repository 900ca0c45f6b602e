import type { IncomingMessage, ServerResponse } from "node:http";
import { isInitializeRequest, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { readFrame } from "../frame.ts";
import { contradiction } from "./accepts.ts";
import { type Refusal, refuse, sendEmpty, sendJson } from "./answer.ts";
import { ANYBODY, authenticate, type Caller, type VerifyToken } from "./bearer.ts";
import { readBody } from "./body.ts";
import { beginExchange, endExchange, type Exchange } from "./exchange.ts";
import { guard } from "./guards.ts";
import { freesSomething, type Places } from "./places.ts";

/** Every revision either door speaks. */
const REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

const ALL_METHODS = "POST, GET, DELETE, OPTIONS";
const FULL: Refusal = {
  status: 503,
  message: "too many active connections",
  headers: { "retry-after": "5" },
  close: true,
};
/** The SDK asks for these on every POST; the stateless leg does not. */
const LENIENT = { accept: "application/json, text/event-stream", "content-type": "application/json" };

export interface Door {
  readonly loopback: boolean;
  readonly stateless: boolean;
  readonly maxBodyBytes: number;
  /** Left out where no token is asked for. */
  readonly verifyToken: VerifyToken | undefined;
  readonly places: Places;
  serve(exchange: Exchange): Promise<Response>;
}

/** One request from the wire: who may come in is decided here, what they get elsewhere. */
export async function receive(request: IncomingMessage, response: ServerResponse, door: Door): Promise<void> {
  response.setHeader("x-content-type-options", "nosniff");
  const barred = guard(request, door);
  if (barred) return refuse(response, barred);
  const caller = door.verifyToken ? authenticate(request, door.verifyToken) : ANYBODY;
  if ("status" in caller) return refuse(response, caller);

  switch (request.method ?? "") {
    case "POST":
      return post(request, response, { door, caller });
    case "OPTIONS":
      return sendEmpty(response, 204, { allow: ALL_METHODS });
    case "DELETE":
      if (door.stateless) return sendEmpty(response, 204);
      return pass(request, response, { door, caller, message: undefined });
    case "GET":
      if (door.stateless) break;
      if (!(await door.places.enter(request.socket))) return refuse(response, FULL);
      return pass(request, response, { door, caller, message: undefined });
    default:
  }
  const allow = door.stateless ? "POST, DELETE, OPTIONS" : ALL_METHODS;
  refuse(response, { status: 405, message: "method not allowed", headers: { allow }, close: true });
}

interface Arrived {
  readonly door: Door;
  readonly caller: Caller;
}

async function post(
  request: IncomingMessage,
  response: ServerResponse,
  { door, caller }: Arrived,
): Promise<void> {
  const wrong = door.stateless ? contradiction(request.headers) : undefined;
  if (wrong) return refuse(response, { ...wrong, close: true });
  const body = await readBody(request, door.maxBodyBytes);
  if (typeof body !== "string") return refuse(response, body);
  const frame = readFrame(body);
  if (frame.kind === "refused") return sendJson(response, 400, frame.answer);
  if (frame.kind === "ignored") return sendEmpty(response, 202);
  const { message } = frame;
  const mayEnter = freesSomething(message) || (await door.places.enter(request.socket));
  if (!mayEnter) return refuse(response, FULL);
  const unknown = door.stateless ? unknownRevision(request, message) : undefined;
  if (unknown) return refuse(response, unknown);
  return pass(request, response, { door, caller, message });
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { door, caller, message }: Arrived & { message: JSONRPCMessage | undefined },
): Promise<void> {
  const exchange = beginExchange(request, response, {
    caller,
    message,
    ...(door.stateless && { headers: lenient(message) }),
  });
  const answer = await door.serve(exchange);
  if (door.places.crowded) response.shouldKeepAlive = false;
  await endExchange(response, answer, exchange);
}

/** What was asked for in the body of an `initialize` counts, whatever its header says. */
function lenient(message: JSONRPCMessage | undefined): Readonly<Record<string, string | undefined>> {
  const begins = message !== undefined && isInitializeRequest(message);
  return begins ? { ...LENIENT, "mcp-protocol-version": undefined } : LENIENT;
}

function unknownRevision({ headers }: IncomingMessage, message: JSONRPCMessage): Refusal | undefined {
  const given = headers["mcp-protocol-version"];
  if (given === undefined || isInitializeRequest(message)) return undefined;
  if (REVISIONS.some((revision) => revision === given)) return undefined;
  return { status: 400, message: `unsupported MCP-Protocol-Version; supported: ${REVISIONS.join(", ")}` };
}
