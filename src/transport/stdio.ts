import type { McpServerFactory, Transport } from "@modelcontextprotocol/server";
import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { followListening, type Watch } from "./listening.ts";

interface Options {
  /** Aborted when the program is told to stop; the client leaving ends the door by itself. */
  readonly signal: AbortSignal;
  readonly onError: (error: Error) => void;
  /** Told what the client listens to. */
  readonly watch?: Watch;
}

/** Serve the one client at the other end of the wire. Returns when it has left or the signal says so, with every call aborted. */
export async function serveStdio(
  factory: McpServerFactory,
  wire: Transport,
  { signal, onError, watch }: Options,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const handle = serve(factory, { transport: wire, onerror: onError });
  const listening = watch && followListening(watch);
  const { onclose: afterClose, onmessage: deliver } = wire;
  wire.onmessage = (message) => {
    listening?.observe(message);
    deliver?.(message);
  };
  wire.onclose = () => {
    listening?.end();
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
