import type { Server } from "node:http";
import type { Socket } from "node:net";
import { isJSONRPCNotification, isJSONRPCRequest, type JSONRPCMessage } from "@modelcontextprotocol/server";

/** As many as have a place may wait, this many times over. Whoever comes after them is not even let in. */
const WAITING = 3;
const SWEEP_MS = 100;

/** The limit on connections. A burst waits for its turn instead of being refused. */
export class Places {
  readonly #server: Server;
  readonly #limit: number;
  readonly #patienceMs: number;
  readonly #inside = new Set<Socket>();
  readonly #waiting = new Map<Socket, (admitted: boolean) => void>();
  #sweep: NodeJS.Timeout | undefined;

  constructor(server: Server, limit: number, patienceMs: number) {
    this.#server = server;
    this.#limit = limit;
    this.#patienceMs = patienceMs;
    server.maxConnections = limit * (1 + WAITING);
    server.on("connection", (socket: Socket) => {
      if (this.#inside.size < limit) this.#inside.add(socket);
      socket.once("close", () => this.#leave(socket));
    });
  }

  /** True as soon as the connection has a place, false when it got none in time. */
  async enter(socket: Socket): Promise<boolean> {
    this.#admit();
    if (this.#inside.has(socket) || socket.destroyed) return true;
    const turn = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => turn.resolve(false), this.#patienceMs);
    this.#waiting.set(socket, turn.resolve);
    // Places held by connections that only might be used again are given up first.
    this.#sweep ??= setInterval(() => this.#server.closeIdleConnections(), SWEEP_MS);
    this.#server.closeIdleConnections();
    this.#admit();
    const admitted = await turn.promise;
    clearTimeout(timer);
    this.#waiting.delete(socket);
    this.#rest();
    return admitted;
  }

  /** Whether somebody waits: then a connection is not kept for later. */
  get crowded(): boolean {
    return this.#waiting.size > 0;
  }

  #leave(socket: Socket): void {
    this.#inside.delete(socket);
    this.#waiting.get(socket)?.(false);
    this.#admit();
  }

  #admit(): void {
    for (const [socket, admit] of this.#waiting) {
      if (this.#inside.size >= this.#limit) return;
      this.#waiting.delete(socket);
      this.#inside.add(socket);
      admit(true);
    }
  }

  #rest(): void {
    if (this.#waiting.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}

/** A message that gives something back: a cancellation, an answer to a question of ours, a call that ends something. */
export function freesSomething(message: JSONRPCMessage): boolean {
  if (isJSONRPCNotification(message) || !isJSONRPCRequest(message)) return true;
  return (
    message.method === "tools/call" && /^(kill|cancel|interrupt)(_|$)/.test(String(message.params?.["name"]))
  );
}
