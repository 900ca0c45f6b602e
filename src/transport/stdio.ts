import type { Readable, Writable } from "node:stream";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { LineTransport } from "./lines.ts";

interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Aborted when the program is told to stop; the client leaving ends the door by itself. */
  readonly signal: AbortSignal;
  onError(error: Error): void;
}

/** Serve one client over stdin and stdout. Returns when it has left or the signal says so, with every call aborted. */
export async function serveStdio(
  factory: McpServerFactory,
  { stdin, stdout, signal, onError }: Streams,
): Promise<void> {
  const wire = new LineTransport(stdin, stdout);
  const ended = Promise.withResolvers<void>();
  const handle = serve(factory, { transport: wire, onerror: onError });
  const afterClose = wire.onclose;
  wire.onclose = () => {
    afterClose?.();
    ended.resolve();
  };
  const stop = () => ended.resolve();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  await ended.promise;
  signal.removeEventListener("abort", stop);
  await handle.close();
}
