import type { Message, Performance } from "../script.ts";
import type { Offer, ToolCall } from "../tools.ts";

/** One request of a program to its model, in terms all three wire formats share. */
export interface Request {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly offers: readonly Offer[];
  readonly cwd: string;
  readonly streams: boolean;
  /** A request beside the talk (a title, a route) that wants this shape, or plain words. */
  readonly aside: { readonly schema: Parameters<typeof import("../tools.ts").least>[0] } | undefined;
}

export interface Answer extends Performance {
  readonly id: string;
  readonly call?: ToolCall & { readonly id: string };
}

/** A server-sent event, or a wait. */
export type Frame = { readonly event?: string; readonly data: unknown } | "pause" | "cut";

export interface Dialect {
  readonly name: string;
  matches(path: string): boolean;
  read(body: any, path: string): Request;
  frames(answer: Answer, request: Request): Generator<Frame>;
  whole(answer: Answer, request: Request): unknown;
  failure(status: number): unknown;
}
