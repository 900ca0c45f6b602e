import type { Server } from "node:http";
import type { Socket } from "node:net";
import { isJSONRPCNotification, isJSONRPCRequest, type JSONRPCMessage } from "@modelcontextprotocol/server";

/** Kept free for calls that end something: when long calls hold every place, a way to stop one must remain. */
const RESERVE = 8;

/** Marks connections above the limit. Idle ones make room first. */
export function limitConnections(server: Server, limit: number): (socket: Socket) => boolean {
  const extra = new WeakSet<Socket>();
  let open = 0;
  server.maxConnections = limit + RESERVE;
  server.on("connection", (socket: Socket) => {
    open += 1;
    socket.once("close", () => (open -= 1));
    if (open <= limit) return;
    server.closeIdleConnections();
    extra.add(socket);
  });
  return (socket) => extra.has(socket);
}

/** A message that gives something back: a cancellation, an answer to a question of ours, a call that ends something. */
export function freesSomething(message: JSONRPCMessage): boolean {
  if (isJSONRPCNotification(message)) return true;
  if (!isJSONRPCRequest(message)) return true;
  return (
    message.method === "tools/call" && /^(kill|cancel|interrupt)(_|$)/.test(String(message.params?.["name"]))
  );
}
