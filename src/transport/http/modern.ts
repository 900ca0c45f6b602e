import {
  createMcpHandler,
  type McpServerFactory,
  ProtocolError,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import type { Exchange, Leg } from "./exchange.ts";

interface Options {
  readonly bus?: ServerEventBus | undefined;
  readonly maxSubscriptions: number;
  readonly onError: (error: Error) => void;
}

/** The leg of 2026-07-28: one protocol server per request, and a peer that leaves has cancelled. */
export function modernLeg(factory: McpServerFactory, { bus, maxSubscriptions, onError }: Options): Leg {
  const handler = createMcpHandler(factory, {
    legacy: "reject",
    responseMode: "auto",
    maxSubscriptions,
    onerror: (error) => {
      if (!isPeersFault(error)) onError(error);
    },
    ...(bus && { bus }),
  });
  return {
    serve: ({ request, message, caller }: Exchange) =>
      handler.fetch(request, {
        ...(caller.auth && { authInfo: caller.auth }),
        ...(message && { parsedBody: message }),
      }),
    close: () => handler.close(),
  };
}

/** The SDK reports refused requests beside failures of its own; the peer was already told about those. */
function isPeersFault(error: Error): boolean {
  return (
    error instanceof ProtocolError ||
    /^(Rejected|Unsupported|subscriptions\/listen refused)/.test(error.message)
  );
}
