import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { type ErrorFrame, invalidRequest, readFrame, refusedVersion } from "./frame.ts";

/** A longer line is no request: it would only fill the memory. */
const LONGEST_LINE = 10 * 1024 * 1024;

/**
 * MCP over lines of JSON. What is not a message gets the answer JSON-RPC has for it instead of silence, so that a
 * client with a bug finds out; a line without an id is a notification and is never answered.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #closed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#onData);
    this.#input.on("end", this.#onEnd);
    this.#input.on("close", this.#onEnd);
    this.#input.on("error", this.#onEnd);
    // The reader is gone (EPIPE); nothing we could still say would be heard.
    this.#output.on("error", this.#onEnd);
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#closed ? Promise.resolve() : this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off("data", this.#onData);
    this.#input.pause();
    this.#pending = [];
    this.onclose?.();
  }

  #onEnd = (): void => void this.close();

  #onData = (chunk: Buffer): void => {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      const line =
        this.#pending.length === 0
          ? chunk.toString("utf8", from, end)
          : this.#ended(chunk.subarray(from, end));
      from = end + 1;
      this.#receive(line);
    }
    if (from < chunk.length) {
      this.#pending.push(chunk.subarray(from));
      this.#pendingBytes += chunk.length - from;
    }
    if (this.#pendingBytes > LONGEST_LINE) {
      this.#answer(invalidRequest(null, `a line is longer than ${LONGEST_LINE} bytes`));
      void this.close();
    }
  };

  /** A line whose beginning came in earlier chunks. */
  #ended(rest: Buffer): string {
    const line = Buffer.concat([...this.#pending, rest]).toString();
    this.#pending = [];
    this.#pendingBytes = 0;
    return line;
  }

  #receive(line: string): void {
    if (line.trim() === "") return;
    const frame = readFrame(line);
    if (frame.kind === "ignored") return;
    if (frame.kind === "refused") return this.#answer(frame.answer);
    const stale = refusedVersion(frame.message);
    if (stale) this.#answer(stale);
    else this.onmessage?.(frame.message);
  }

  #answer(frame: ErrorFrame): void {
    this.#write(frame).catch(() => {});
  }

  #write(message: unknown): Promise<void> {
    const line = `${JSON.stringify(message)}\n`;
    // While the reader keeps up nobody has to wait; a broken pipe is told by the stream itself.
    if (!this.#output.writableNeedDrain) {
      this.#output.write(line);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      this.#output.write(line, (error) => (error ? reject(error) : resolve()));
    });
  }
}
