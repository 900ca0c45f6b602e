import type { JSONRPCMessage } from "@modelcontextprotocol/server";

// Written out here because this file is read before the SDK is: the first answers do not wait for it.
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const TASK_KEY = "io.modelcontextprotocol/related-task";

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
    const error = { code: PARSE_ERROR, message: "parse_error", data: { detail: "this is not JSON" } };
    return { kind: "refused", answer: { jsonrpc: "2.0", id: null, error } };
  }
  if (Array.isArray(value)) return refused(null, "batches are not supported; send one message at a time");
  if (!isObject(value)) return refused(null, "a message is a JSON object");
  const problem = problemWith(value);
  if (problem) return refused(idOf(value), problem);
  // Without an id, and `null` is none, it is a notification: never answered, and so never run as a request.
  if (value["id"] === null) return { kind: "ignored" };
  // The protocol layer drops what does not fit its schemas without a word; these are the same conditions, with one.
  if (!isMessage(value)) return refused(idOf(value), "not a JSON-RPC message");
  return { kind: "message", message: value };
}

/** The answer to a request that claims a revision of the stateless kind which is not served here. */
export function refusedVersion(message: JSONRPCMessage): ErrorFrame | undefined {
  if (!("method" in message && "id" in message) || message.method === "initialize") return undefined;
  const claimed = message.params?._meta?.[VERSION_KEY];
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

function refused(id: Id, detail: string): Frame {
  return { kind: "refused", answer: invalidRequest(id, detail) };
}

type JsonObject = Readonly<Record<string, unknown>>;

function problemWith({ jsonrpc, method, result, error }: JsonObject): string | undefined {
  if (jsonrpc !== "2.0") return "jsonrpc must be 2.0";
  if (typeof method !== "string" && result === undefined && error === undefined)
    return "a request has a method";
  return undefined;
}

function isMessage(value: JsonObject): value is JsonObject & JSONRPCMessage {
  const { method, params, id, result, error } = value;
  const hasNoId = !("id" in value);
  if (method !== undefined) {
    const fits = params === undefined || (isObject(params) && isMeta(params["_meta"]));
    return (
      typeof method === "string" && hasOnly(value, "id", "method", "params") && (hasNoId || isId(id)) && fits
    );
  }
  if (result !== undefined) {
    const fits = isObject(result) && (result["_meta"] === undefined || isObject(result["_meta"]));
    return hasOnly(value, "id", "result") && isId(id) && fits;
  }
  const fits = isObject(error) && Number.isSafeInteger(error["code"]) && typeof error["message"] === "string";
  return hasOnly(value, "id", "error") && (hasNoId || isId(id)) && fits;
}

function isMeta(meta: unknown): boolean {
  if (meta === undefined) return true;
  if (!isObject(meta)) return false;
  const { progressToken, [TASK_KEY]: task } = meta;
  const namesTask = task === undefined || (isObject(task) && typeof task["taskId"] === "string");
  return namesTask && (progressToken === undefined || isId(progressToken));
}

function hasOnly(value: JsonObject, ...keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => key === "jsonrpc" || keys.includes(key));
}

function isId(id: unknown): id is string | number {
  return typeof id === "string" || Number.isSafeInteger(id);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function idOf({ id }: JsonObject): Id {
  return isId(id) ? id : null;
}
