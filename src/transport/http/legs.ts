import {
  isJSONRPCRequest,
  isLegacyRequest,
  type McpServerFactory,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import type { Settings } from "../../settings/table.ts";
import { listenedTo, type Watch } from "../listening.ts";
import type { Exchange, Leg } from "./exchange.ts";
import { modernLeg } from "./modern.ts";
import { Sessions } from "./sessions.ts";
import { statelessLeg, withoutProgress } from "./stateless.ts";

export interface LegOptions {
  readonly settings: Settings["http"];
  /** Changes for those who listen. */
  readonly bus?: ServerEventBus;
  /** Told what somebody listens to, so that its changes are looked for until the signal. */
  readonly watch?: Watch;
  readonly onError: (error: Error) => void;
}

/** Both eras, the older one with sessions. */
export function sessionLegs(factory: McpServerFactory, { settings, bus, watch, onError }: LegOptions): Leg {
  const modern = modernLeg(factory, { bus, maxSubscriptions: settings.maxConnections, onError });
  const sessions = new Sessions(factory, settings, onError);
  return {
    async serve(exchange) {
      const { request, message } = exchange;
      if (await isLegacyRequest(request, message)) return sessions.serve(exchange);
      const uris = message ? listenedTo(message) : [];
      if (uris.length > 0) watch?.(uris, AbortSignal.any([exchange.signal, whenOver(exchange)]));
      return modern.serve(exchange);
    },
    close: async () => void (await Promise.all([modern.close(), sessions.close()])),
  };
}

/** Both eras, each request by itself and answered by one JSON document. */
export function statelessLegs(factory: McpServerFactory, { settings, onError }: LegOptions): Leg {
  const modern = modernLeg(factory, { maxSubscriptions: settings.maxConnections, onError });
  const older = statelessLeg(factory, onError);
  return {
    async serve(exchange) {
      const { request, message } = exchange;
      if (!message) throw new TypeError("A POST has a message.");
      if (await isLegacyRequest(request, message))
        return older.serve({ ...exchange, message: withoutProgress(message) });
      if (isJSONRPCRequest(message) && message.method === "subscriptions/listen") {
        const error = { code: -32_601, message: "Method not found: this door has no streams" };
        return Response.json({ jsonrpc: "2.0", id: message.id, error }, { status: 404 });
      }
      return modern.serve({ ...exchange, message: withoutProgress(message) });
    },
    close: async () => void (await Promise.all([modern.close(), older.close()])),
  };
}

function whenOver({ over }: Exchange): AbortSignal {
  const ended = new AbortController();
  void over.then(() => ended.abort());
  return ended.signal;
}
