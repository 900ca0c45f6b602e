import type { ServerResponse } from "node:http";
import type { ErrorFrame } from "../frame.ts";

/** A refusal that no server of the SDK gives: an HTTP status with a JSON-RPC error as its body. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection is of no further use: its body was not read, or it must go. */
  readonly close?: boolean;
}

/** Free for an implementation's own use: what matters is the HTTP status. */
const REFUSED = -32_000;

export function refuse(
  response: ServerResponse,
  { status, message, headers = {}, close = false }: Refusal,
): void {
  const body: ErrorFrame = { jsonrpc: "2.0", id: null, error: { code: REFUSED, message } };
  sendJson(response, status, body, { ...headers, ...(close && { connection: "close" }) });
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return;
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    ...headers,
  });
  response.end(body);
}

export function sendEmpty(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return;
  response.writeHead(status, headers);
  response.end();
}
