import type { IncomingMessage } from "node:http";
import type { Refusal } from "./answer.ts";

/** The whole body as text, or why it was not read to its end. Nothing is kept beyond the limit. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string | Refusal> {
  const tooLarge: Refusal = { status: 413, message: `the body may have at most ${limit} bytes`, close: true };
  const { "content-length": length, "content-encoding": encoding = "identity" } = request.headers;
  if (encoding.toLowerCase() !== "identity")
    return { status: 415, message: "the body must not be encoded", close: true };
  if (Number(length) > limit) return tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) return tooLarge;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return { status: 400, message: "the body must be UTF-8" };
  }
}
