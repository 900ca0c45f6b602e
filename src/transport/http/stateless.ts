import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type McpServerFactory,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Exchange, Leg } from "./exchange.ts";

/**
 * The leg of the older revisions without sessions: every request gets a server of its own and one JSON answer. A peer
 * that leaves has cancelled, because nothing could bring it the answer later.
 */
export function statelessLeg(factory: McpServerFactory, onError: (error: Error) => void): Leg {
  const atWork = new Set<() => Promise<void>>();

  return {
    async serve({ request, message, caller, signal, over }: Exchange): Promise<Response> {
      const auth = caller.auth && { authInfo: caller.auth };
      const server = await factory({ era: "legacy", ...auth, requestInfo: request });
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      const gone = Promise.withResolvers<Response>();
      const end = async () => {
        atWork.delete(end);
        gone.resolve(new Response(null, { status: 499 }));
        await server.close().catch(onError);
      };
      atWork.add(end);
      signal.addEventListener("abort", () => void end(), { once: true });
      void over.then(end);
      await (server as Server).connect(transport);
      return Promise.race([transport.handleRequest(request, { ...auth, parsedBody: message }), gone.promise]);
    },
    async close() {
      await Promise.all([...atWork].map((end) => end()));
    },
  };
}

/** Nobody could hear progress on a leg that gives one answer, so nobody is asked for it. */
export function withoutProgress(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCRequest(message) || message.params?._meta?.progressToken === undefined) return message;
  const { progressToken: _, ...meta } = message.params._meta;
  return { ...message, params: { ...message.params, _meta: meta } };
}
