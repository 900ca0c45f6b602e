import type { JSONRPCMessage } from "@modelcontextprotocol/server";

// Written out here because this file is read before the SDK is: the first answers do not wait for it.
const PROTOCOL_VERSION_META_KEY = "io.modelcontextprotocol/protocolVersion";

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const UNSUPPORTED_VERSION = -32_022;
const MODERN: readonly string[] = ["2026-07-28"];

export type Id = string | number | null;

export interface ErrorFrame {
  readonly jsonrpc: "2.0";
  readonly id: Id;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What arrived: a message, something to answer with an error, or something nobody waits for an answer to. */
export type Frame =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  | { readonly kind: "refused"; readonly answer: ErrorFrame }
  | { readonly kind: "ignored" };

/** Reads one message. What is none gets the answer JSON-RPC has for it; the text itself is never repeated. */
export function readFrame(text: string): Frame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(null, PARSE_ERROR, "parse_error", "this is not JSON");
  }
  const problem = problemWith(value);
  if (problem) return refused(problem.id, INVALID_REQUEST, "invalid_request", problem.detail);
  // Without an id, and `null` is none, it is a notification: never answered, and so never run as a request.
  if ((value as { id?: unknown }).id === null) return { kind: "ignored" };
  return { kind: "message", message: value as JSONRPCMessage };
}

/** The answer to a request that claims a revision of the stateless kind which is not served here. */
export function refusedVersion(message: JSONRPCMessage): ErrorFrame | undefined {
  if (!("method" in message && "id" in message) || message.method === "initialize") return undefined;
  const meta = message.params?._meta as Readonly<Record<string, unknown>> | undefined;
  const claimed = meta?.[PROTOCOL_VERSION_META_KEY];
  if (typeof claimed !== "string" || MODERN.includes(claimed)) return undefined;
  const data = { supported: MODERN, requested: claimed.slice(0, 40) };
  return {
    jsonrpc: "2.0",
    id: message.id,
    error: { code: UNSUPPORTED_VERSION, message: "Unsupported protocol version", data },
  };
}

export function invalidRequest(id: Id, detail: string): ErrorFrame {
  return {
    jsonrpc: "2.0",
    id,
    error: { code: INVALID_REQUEST, message: "invalid_request", data: { detail } },
  };
}

function refused(id: Id, code: number, message: string, detail: string): Frame {
  return { kind: "refused", answer: { jsonrpc: "2.0", id, error: { code, message, data: { detail } } } };
}

function problemWith(value: unknown): { id: Id; detail: string } | undefined {
  if (Array.isArray(value))
    return { id: null, detail: "batches are not supported; send one message at a time" };
  if (typeof value !== "object" || value === null) return { id: null, detail: "a message is a JSON object" };
  const { jsonrpc, id, method, params, result, error } = value as Record<string, unknown>;
  if (jsonrpc !== "2.0") return { id: idOf(value), detail: "jsonrpc must be 2.0" };
  if (typeof method !== "string" && result === undefined && error === undefined) {
    return { id: idOf(value), detail: "a request has a method" };
  }
  if (!["string", "number", "undefined"].includes(typeof id) && id !== null) {
    return { id: null, detail: "an id is text or a number" };
  }
  if (params !== undefined && (typeof params !== "object" || params === null || Array.isArray(params))) {
    return { id: idOf(value), detail: "params is an object" };
  }
  return undefined;
}

function idOf(value: unknown): Id {
  const id = (value as { id?: unknown }).id;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
