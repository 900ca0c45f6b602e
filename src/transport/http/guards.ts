import type { IncomingMessage } from "node:http";
import type { Refusal } from "./answer.ts";
import { isLoopbackAuthority, isLoopbackOrigin } from "./authority.ts";

/** The one path there is. */
export const PATH = "/mcp";
const MOST_HEADERS = 100;

/**
 * What keeps browsers and confused proxies out, read off the raw request before anything interprets it. A header given
 * twice is as good as its worst value: which one a later reader would take is not for us to guess.
 */
export function guard(
  request: IncomingMessage,
  { loopback }: { readonly loopback: boolean },
): Refusal | undefined {
  const { origin = [], host = [] } = request.headersDistinct;
  if (request.rawHeaders.length > 2 * MOST_HEADERS)
    return { status: 431, message: "too many headers", close: true };
  if (!origin.every(isLoopbackOrigin)) return { status: 403, message: "origin not allowed", close: true };
  if (loopback && !host.every(isLoopbackAuthority))
    return { status: 403, message: "host not allowed", close: true };
  if (pathOf(request) !== PATH)
    return { status: 404, message: `not found; this server exposes ${PATH}`, close: true };
  return undefined;
}

function pathOf({ url = "" }: IncomingMessage): string {
  const [path = ""] = url.split("?", 1);
  return path;
}
