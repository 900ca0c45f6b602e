import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  type Transport,
} from "@modelcontextprotocol/server";

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const UNSUPPORTED_VERSION = -32_022;
const MODERN: readonly string[] = ["2026-07-28"];
/** A longer line is no request: it would only fill the memory. */
const LONGEST_LINE = 10 * 1024 * 1024;

type Id = string | number | null;

/**
 * MCP over lines of JSON. What is not a message gets the answer JSON-RPC has for it instead of silence, so that a
 * client with a bug finds out; a line without an id is a notification and is never answered.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #closed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#onData);
    this.#input.on("end", this.#onEnd);
    this.#input.on("close", this.#onEnd);
    this.#input.on("error", this.#onEnd);
    // The reader is gone (EPIPE); nothing we could still say would be heard.
    this.#output.on("error", this.#onEnd);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#closed) await this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off("data", this.#onData);
    this.#input.pause();
    this.#pending = [];
    this.onclose?.();
  }

  #onEnd = (): void => void this.close();

  #onData = (chunk: Buffer): void => {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      this.#pending.push(chunk.subarray(from, end));
      const line = Buffer.concat(this.#pending).toString();
      this.#pending = [];
      this.#pendingBytes = 0;
      from = end + 1;
      this.#receive(line);
    }
    if (from < chunk.length) {
      this.#pending.push(chunk.subarray(from));
      this.#pendingBytes += chunk.length - from;
    }
    if (this.#pendingBytes > LONGEST_LINE) {
      this.#refuse(null, INVALID_REQUEST, "invalid_request", `a line is longer than ${LONGEST_LINE} bytes`);
      void this.close();
    }
  };

  #receive(line: string): void {
    if (line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return this.#refuse(null, PARSE_ERROR, "parse_error", "the line is not JSON");
    }
    const problem = problemWith(value);
    if (problem) return this.#refuse(problem.id, INVALID_REQUEST, "invalid_request", problem.detail);
    if (isIdNull(value)) return;
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      return this.#refuse(idOf(value), INVALID_REQUEST, "invalid_request", "not a JSON-RPC message");
    }
    const claimed = claimedVersion(message);
    if (claimed !== undefined && !MODERN.includes(claimed)) {
      const data = { supported: MODERN, requested: claimed.slice(0, 40) };
      return this.#answer(idOf(value), {
        code: UNSUPPORTED_VERSION,
        message: "Unsupported protocol version",
        data,
      });
    }
    this.onmessage?.(message);
  }

  #refuse(id: Id, code: number, message: string, detail: string): void {
    this.#answer(id, { code, message, data: { detail } });
  }

  #answer(id: Id, error: { code: number; message: string; data: unknown }): void {
    this.#write({ jsonrpc: "2.0", id, error }).catch(() => {});
  }

  #write(message: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }
}

function problemWith(value: unknown): { id: Id; detail: string } | undefined {
  if (Array.isArray(value)) return { id: null, detail: "batches are not supported; send one message a line" };
  if (typeof value !== "object" || value === null) return { id: null, detail: "a message is a JSON object" };
  const { jsonrpc, method, result, error } = value as Record<string, unknown>;
  if (jsonrpc !== "2.0") return { id: idOf(value), detail: "jsonrpc must be 2.0" };
  if (typeof method !== "string" && result === undefined && error === undefined) {
    return { id: idOf(value), detail: "a request has a method" };
  }
  return undefined;
}

function isIdNull(value: unknown): boolean {
  return (value as { id?: unknown }).id === null;
}

function idOf(value: unknown): Id {
  const id = (value as { id?: unknown }).id;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function claimedVersion(message: JSONRPCMessage): string | undefined {
  if (!isJSONRPCRequest(message) || message.method === "initialize") return undefined;
  const meta = message.params?._meta as Readonly<Record<string, unknown>> | undefined;
  const version = meta?.[PROTOCOL_VERSION_META_KEY];
  return typeof version === "string" ? version : undefined;
}
