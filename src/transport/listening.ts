import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/server";

/** Looks for changes of these resources until the signal. */
export type Watch = (uris: readonly string[], signal: AbortSignal) => void;

/** Every watch costs something; no person looks at more at once. */
const MOST_WATCHED = 100;

/** The resources a `subscriptions/listen` asks about. */
export function listenedTo(message: JSONRPCMessage): readonly string[] {
  if (!isListen(message)) return [];
  const asked = message.params?.["notifications"] as { resourceSubscriptions?: unknown } | undefined;
  const uris = asked?.resourceSubscriptions;
  const named = Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
  return named.slice(0, MOST_WATCHED);
}

/** Both doors have read the frame, so it is a message; a schema here would be paid by every call. */
function isListen(message: JSONRPCMessage): message is JSONRPCRequest {
  return "method" in message && message.method === "subscriptions/listen" && "id" in message;
}

/** Follows the subscriptions of one lasting connection, where the protocol server itself never sees them. */
export function followListening(watch: Watch): { observe(message: JSONRPCMessage): void; end(): void } {
  const open = new Map<unknown, AbortController>();
  const end = (id: unknown) => {
    open.get(id)?.abort();
    open.delete(id);
  };
  return {
    observe(message) {
      if ("method" in message && message.method === "notifications/cancelled")
        end(message.params?.["requestId"]);
      if (!isListen(message) || open.has(message.id)) return;
      const uris = listenedTo(message);
      if (uris.length === 0) return;
      const ended = new AbortController();
      open.set(message.id, ended);
      watch(uris, ended.signal);
    },
    end() {
      for (const id of open.keys()) end(id);
    },
  };
}
