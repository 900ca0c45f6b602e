import type { Server } from "@modelcontextprotocol/server";

const INVALID_PARAMS = -32_602;
const RESOURCE_NOT_FOUND = -32_002;

/** The SDK sends everybody the newest code for a missing resource; every revision before 2026-07-28 has this one. */
export function inOlderCodes(server: Server): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (!("error" in message) || !isMissingResource(message.error)) return send(message, options);
      return send({ ...message, error: { ...message.error, code: RESOURCE_NOT_FOUND } }, options);
    };
    return connect(transport);
  };
}

/** Only a missing resource is told with its address. */
function isMissingResource({ code, data }: { code: number; data?: unknown }): boolean {
  return code === INVALID_PARAMS && typeof data === "object" && data !== null && "uri" in data;
}
