import type { IncomingHttpHeaders } from "node:http";
import type { Refusal } from "./answer.ts";

const JSON_TYPES = new Set(["*/*", "application/*", "application/json", "text/event-stream"]);

/** What the stateless leg asks of a request: silence is fine, a contradiction is not. */
export function contradiction(headers: IncomingHttpHeaders): Refusal | undefined {
  const { "content-type": type, accept } = headers;
  if (type !== undefined && essence(type) !== "application/json") {
    return { status: 415, message: "the body must be application/json" };
  }
  if (accept !== undefined && !accept.split(",").some(isWelcome)) {
    return { status: 406, message: "the answer is application/json" };
  }
  return undefined;
}

function isWelcome(range: string): boolean {
  const quality = /;\s*q=([\d.]+)/i.exec(range)?.[1];
  const weight = quality === undefined ? 1 : Number(quality);
  return JSON_TYPES.has(essence(range)) && weight > 0 && weight <= 1;
}

function essence(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}
