import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import type { Caller } from "./bearer.ts";

/** One request that passed every guard, on its way to a leg. */
export interface Exchange {
  readonly caller: Caller;
  /** For the SDK: method, headers and the signal. The body is beside it, read and checked. */
  readonly request: Request;
  readonly message: JSONRPCMessage | undefined;
  /** Aborted when the peer has left before its answer was complete. */
  readonly signal: AbortSignal;
  /** When the response is over, either way. */
  readonly over: Promise<void>;
}

/** A leg answers, or leaves the answer to its caller. */
export interface Leg {
  serve(exchange: Exchange): Promise<Response>;
  close(): Promise<void>;
}

interface Given {
  readonly caller: Caller;
  readonly message: JSONRPCMessage | undefined;
  /** Said in place of what the peer said; `undefined` leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export function beginExchange(incoming: IncomingMessage, response: ServerResponse, given: Given): Exchange {
  const left = new AbortController();
  const over = new Promise<void>((resolve) => {
    response.once("close", () => {
      if (!response.writableFinished) left.abort();
      resolve();
    });
  });
  if (response.destroyed) left.abort();
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    // The legs know the caller; the token itself goes no further.
    if (name !== "authorization") headers.set(name, (values ?? []).join(", "));
  }
  for (const [name, value] of Object.entries(given.headers ?? {})) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  // The authority was checked on the raw request; an odd one must not decide whether a URL can be made.
  const request = new Request("http://localhost/mcp", {
    method: incoming.method ?? "GET",
    headers,
    signal: left.signal,
  });
  return { caller: given.caller, message: given.message, request, signal: left.signal, over };
}

/** Writes the answer as it comes, no faster than the peer reads. */
export async function endExchange(
  response: ServerResponse,
  answer: Response,
  { signal }: Exchange,
): Promise<void> {
  if (signal.aborted || response.headersSent) return void answer.body?.cancel().catch(() => {});
  const headers = Object.fromEntries(answer.headers);
  // Node decides about the connection: it knows whether this one may be kept.
  delete headers["connection"];
  response.writeHead(answer.status, { "cache-control": "no-store", ...headers });
  if (!answer.body) return void response.end();
  // A stream may be silent for long; its head must not wait for the first event.
  response.flushHeaders();
  const reader = answer.body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!response.write(part.value)) await once(response, "drain", { signal });
    }
  } catch {
    cancel();
  } finally {
    signal.removeEventListener("abort", cancel);
    response.end();
  }
}
