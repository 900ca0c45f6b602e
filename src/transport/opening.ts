import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { LineTransport } from "./lines.ts";

type Answers = (method: string, params: Readonly<Record<string, unknown>>) => object | undefined;

/** After the list was sent a client is busy reading it: time to load the rest before its first call. */
const AFTER_LIST_MS = 20;
const AFTER_GREETING_MS = 500;

/**
 * The stdio wire, answering by itself until the whole program stands behind it. The handshake is then handed on and its
 * second answer, which the client already has, is dropped. A connection of the newer kind is never answered here.
 */
export class OpeningTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #wire: LineTransport;
  readonly #answers: Answers;
  readonly #needed = Promise.withResolvers<void>();
  /** What the program behind must hear: the handshake it missed, then everything nobody has answered. */
  #held: JSONRPCMessage[] = [];
  #handshakeId: string | number | undefined;
  #attached = false;
  #handsOff = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(input: Readable, output: Writable, answers: Answers) {
    this.#answers = answers;
    this.#wire = new LineTransport(input, output);
    this.#wire.onmessage = (message) => this.#receive(message);
    this.#wire.onclose = () => {
      this.#load();
      this.onclose?.();
    };
    void this.#wire.start();
  }

  /** Settled once the rest of the program is wanted: by a message, by the time that passed, or by the end. */
  get needed(): Promise<void> {
    return this.#needed.promise;
  }

  async start(): Promise<void> {
    this.#attached = true;
    const held = this.#held;
    this.#held = [];
    for (const message of held) this.onmessage?.(message);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (
      this.#handshakeId !== undefined &&
      "id" in message &&
      message.id === this.#handshakeId &&
      !("method" in message)
    ) {
      this.#handshakeId = undefined;
      return Promise.resolve();
    }
    return this.#wire.send(message);
  }

  close(): Promise<void> {
    return this.#wire.close();
  }

  #receive(message: JSONRPCMessage): void {
    if (this.#attached) return this.onmessage?.(message);
    const result =
      this.#handsOff || !("method" in message && "id" in message)
        ? undefined
        : this.#answer(message.method, message.params ?? {});
    if (result === undefined || !("method" in message && "id" in message)) return this.#hold(message);
    if (message.method === "initialize") {
      this.#handshakeId = message.id;
      this.#held.push(message);
    }
    void this.#wire.send({ jsonrpc: "2.0", id: message.id, result } as JSONRPCMessage);
    this.#loadIn(message.method === "tools/list" ? AFTER_LIST_MS : AFTER_GREETING_MS);
  }

  /** Nothing but a handshake opens a conversation here; anything else goes to those who know what to say. */
  #answer(method: string, params: Readonly<Record<string, unknown>>): object | undefined {
    if (method !== "initialize" && this.#handshakeId === undefined) return undefined;
    if (method === "initialize" && this.#handshakeId !== undefined) return undefined;
    return this.#answers(method, params);
  }

  #hold(message: JSONRPCMessage): void {
    this.#held.push(message);
    const isGreeting = "method" in message && message.method === "notifications/initialized";
    if (isGreeting) return;
    // From here on the order of answers is the program's affair.
    this.#handsOff = true;
    this.#load();
  }

  #loadIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(), ms);
  }

  #load(): void {
    clearTimeout(this.#timer);
    this.#needed.resolve();
  }
}
