import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { refuse } from "./http/answer.ts";
import { isLoopback } from "./http/authority.ts";
import type { VerifyToken } from "./http/bearer.ts";
import { receive } from "./http/door.ts";
import type { Exchange, Leg } from "./http/exchange.ts";
import { PATH } from "./http/guards.ts";
import { Places } from "./http/places.ts";
import { type LegOptions, sessionLegs, statelessLegs } from "./http/legs.ts";
import { listen, placeOf } from "./http/place.ts";

/** A request must be here soon: whoever sends a byte now and then holds a place for nothing. */
const PATIENCE = { headersMs: 10_000, requestMs: 30_000, placeMs: 5_000 };
const KEEP_ALIVE_MS = 15_000;
/** Longer than any call may be silent. */
const STALLED_MS = 300_000;
const REQUESTS_PER_CONNECTION = 10_000;
const HEADER_BYTES = 16 * 1024;
/** What is still being written when the door closes gets this long. */
const GRACE_MS = 1_000;

export interface HttpDoor extends LegOptions {
  readonly verifyToken: VerifyToken;
  /** How long a request may take to arrive, and how long it waits for its turn. */
  readonly patience?: typeof PATIENCE;
  /** For the person who starts the program. */
  readonly say: (level: "info" | "warning", line: string) => void;
}

export interface OpenDoor {
  readonly address: AddressInfo;
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the factory over HTTP. Throws before it listens when the address and the protection do not fit together. */
export async function serveHttp(factory: McpServerFactory, options: HttpDoor): Promise<OpenDoor> {
  const { settings, verifyToken, say, onError, patience = PATIENCE } = options;
  const place = placeOf(settings);
  const loopback = isLoopback(place.host);
  const legs = settings.stateless ? statelessLegs(factory, options) : sessionLegs(factory, options);
  const server = createServer({
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(1_000, patience.headersMs),
    noDelay: true,
  });
  server.timeout = STALLED_MS;
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION;
  // Node would leave out what is beyond this number; the guard counts and refuses instead.
  server.maxHeadersCount = 0;
  const places = new Places(server, settings.maxConnections, patience.placeMs);
  const door = {
    loopback,
    stateless: settings.stateless,
    maxBodyBytes: settings.maxBodyBytes,
    verifyToken: settings.auth ? verifyToken : undefined,
    places,
    serve: (exchange: Exchange) => legs.serve(exchange),
  };
  server.on("request", (request, response) => {
    request.on("error", () => {});
    response.on("error", () => {});
    receive(request, response, door).catch((error: unknown) => {
      // A peer that leaves in the middle of its body is no fault of ours.
      if (!request.destroyed) onError(error instanceof Error ? error : new Error("The request failed."));
      if (response.headersSent) response.destroy();
      else refuse(response, { status: 500, message: "internal error", close: true });
    });
  });
  const address = await listen(server, place);
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;
  const url = `http://${shown}:${address.port}${PATH}`;
  if (!loopback) {
    say(
      "warning",
      `WARNING: ${url} can be reached from other machines. Whoever has the token can run commands here, and the traffic is not encrypted.`,
    );
  }
  say(
    "info",
    `termgate listens on ${url} (${settings.auth ? "bearer token" : "no authentication"}${settings.stateless ? ", stateless" : ""})`,
  );
  return { address, url, close: () => close(server, legs) };
}

/** Nobody comes in any more, every call is aborted through its signal, and what is being written may finish. */
async function close(server: Server, legs: Leg): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await legs.close();
  server.closeIdleConnections();
  const hurry = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(hurry);
}
