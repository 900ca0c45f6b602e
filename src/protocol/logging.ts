import {
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Context } from "../tools/tool.ts";

const SEVERITY: readonly LoggingLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/**
 * Log messages for a client that wants them: it set a level, or asks for one with the call. One that never did hears
 * what is at least `unasked`, or nothing, since a terminal full of our steps is no help to anybody.
 */
export function listenForLevel(
  server: Server,
  unasked: LoggingLevel | undefined,
): (ctx: ServerContext) => Context["log"] {
  let chosen = unasked;
  server.setRequestHandler("logging/setLevel", async ({ params }) => {
    chosen = params.level;
    return {};
  });

  return ({ mcpReq }) => {
    const asked = (mcpReq.envelope as Readonly<Record<string, unknown>> | undefined)?.[LOG_LEVEL_META_KEY];
    const least = asked === undefined ? chosen : (SEVERITY.find((level) => level === asked) ?? chosen);
    return (level, logger, data) => {
      if (least === undefined || SEVERITY.indexOf(level) < SEVERITY.indexOf(least)) return;
      // The client may have left meanwhile; the audit log has the same.
      mcpReq.notify({ method: "notifications/message", params: { level, logger, data } }).catch(() => {});
    };
  };
}
