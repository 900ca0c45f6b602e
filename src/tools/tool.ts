import type { z } from "zod";
import type { House } from "../house.ts";

/** How much a tool may change. Everything a client is told about safety follows from this one word. */
export const TIERS = ["readonly", "mutating", "destructive"] as const;
export type Tier = (typeof TIERS)[number];

/** False for a tier nobody knows: a tool that says nothing about itself does not exist. */
export function within(limit: Tier, tier: Tier): boolean {
  const rank = TIERS.indexOf(tier);
  return rank >= 0 && rank <= TIERS.indexOf(limit);
}

/** The surfaces a person can choose from. `full` has every tool; the last three stand in for another server. */
export const PROFILES = ["full", "core", "libtmux", "safeshell", "botctl"] as const;
export type Profile = (typeof PROFILES)[number];

export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

type Shape = Readonly<Record<string, z.ZodType>>;
type Value<S extends Shape> = z.output<z.ZodObject<S>>;

/** A name of an older system that still reaches the tool; that system's own profile lists it under this name. */
interface Alias {
  readonly name: string;
  readonly profile: Profile;
  /** Where the name belongs to another tool as well: which calls are meant for this one. */
  when?(args: Readonly<Record<string, unknown>>): boolean;
}

export type Content =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

export interface Tool<In extends Shape = Shape, Out extends Shape = Shape> {
  readonly name: string;
  readonly title: string;
  readonly tier: Tier;
  readonly description: string;
  readonly input: In;
  readonly output: Out;
  /** Profiles beside `full` that list this tool. */
  readonly profiles?: readonly Exclude<Profile, "full">[];
  /** Where the hints differ from what the tier says. */
  readonly hints?: Partial<Hints>;
  /** Extra `_meta` for the listing. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly alias?: Alias;
  /** Arguments whose default is a setting, as `{ suppress_history: "tmux.suppressHistory" }`; the listing shows it. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Arguments its siblings take and it does not, with the reason; they are not listed. */
  readonly refuses?: Readonly<Record<string, string>>;
  /** Listed only while this program, or one of these, is on PATH. */
  readonly program?: string | readonly string[];
  /** True when what runs in the target pane is left alone, as by a resize; then our own pane may be the target too. */
  readonly sparesTarget?: boolean;
  /** Calls with the same key do not overlap: the second is told at once that the first still runs. */
  lock?(input: Value<In>): string | undefined;
  run(input: Value<In>, context: Context): Promise<Value<Out>>;
  /** The answer as a model reads it. Without words of its own it reads `result` alone or the output as JSON. */
  render?(output: Value<Out>, input: Value<In>): string | readonly Content[] | undefined;
  /** What is shown before that, such as a picture. */
  beside?(output: Value<Out>): Content | undefined;
  /**
   * Says in the answer's own fields that it was too long and its head was cut: `kept` is what is left of `whole`. Left
   * out, only `_meta` says so.
   */
  shortened?(kept: Value<Out>, whole: Value<Out>): Value<Out>;
  /** True when a finished call must still be marked `isError`, such as a command that exited 1. */
  failed?(output: Value<Out>): boolean;
}

/** Returns its argument: the call exists so that `run` and `render` infer their types. */
export function defineTool<const In extends Shape, const Out extends Shape>(tool: Tool<In, Out>): Tool {
  // A tool is only ever run with input its own schema produced, so the wider type is sound.
  return tool as unknown as Tool;
}

export interface Client {
  readonly name: string;
  readonly version: string;
}

export interface Progress {
  readonly done: number;
  readonly total?: number | undefined;
  readonly message: string;
}

/** What holds for one call made by a tool, beside what holds for the tool itself. */
interface Bounds {
  /** The highest tier that may be called; the connection's own still counts. */
  readonly tier?: Tier;
  readonly signal?: AbortSignal;
}

/** What a running tool knows about its call. */
export interface Context {
  readonly house: House;
  /** Aborted when the client cancels or leaves, or the server stops. */
  readonly signal: AbortSignal;
  readonly client: Client | undefined;
  /** The longest this call may stay unanswered: clients give up on a silent one. Clamp your timeout to it. */
  readonly longestMs: number;
  /** Costs nothing when the client did not ask for progress; may be called as often as convenient. */
  progress(progress: Progress): void;
  /** Tells a client that asked for log messages; others hear nothing. */
  log(level: "info" | "warning" | "error", logger: string, data: Readonly<Record<string, unknown>>): void;
  /** Call another tool through the whole pipeline, as if the client had. */
  call(name: string, args: Readonly<Record<string, unknown>>, bounds?: Bounds): Promise<Reply>;
}

export interface Question {
  /** Plain text, already safe to show. */
  readonly message: string;
  readonly choices: readonly { readonly value: string; readonly title: string }[];
  /** Binds the answer: an answer to other bytes is no answer. */
  readonly digest: string;
  readonly timeoutMs: number;
  /** Aborted when the question has been answered elsewhere, so that the client takes it off the screen. */
  readonly signal?: AbortSignal;
}

/** How a person answered, or why nobody did. `elapsedMs` tells an auto-answer from a human one. */
export type Answer =
  | { readonly kind: "chosen"; readonly value: string; readonly elapsedMs: number | undefined }
  | {
      readonly kind: "declined" | "cancelled" | "invalid" | "timed_out" | "unsupported";
      readonly elapsedMs: number | undefined;
    };

/** One `tools/call`, as it walks the pipeline. */
export interface Call {
  readonly tool: Tool;
  /** The name the client used: the tool's own or an alias. */
  readonly name: string;
  /** As they arrived: untrusted, possibly not what the tool takes. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The read arguments. Empty until the `arguments` layer has read them. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly tier: Tier;
  readonly requestId: string;
  /** Who calls, as the audit log names it: client, session, token. */
  readonly principal: string;
  readonly context: Context;
  /** Facts a layer found that belong in the audit line, such as the judge's class and rule. */
  readonly notes: Record<string, unknown>;
  readonly ask: (question: Question) => Promise<Answer>;
}

export interface Reply {
  readonly output?: Readonly<Record<string, unknown>>;
  /** Left out where the output says it all; the text of that is written last, when nothing changes it any more. */
  readonly content?: readonly Content[];
  readonly beside?: Content;
  readonly isError: boolean;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export type Next = (call: Call) => Promise<Reply>;
export type Middleware = (call: Call, next: Next) => Promise<Reply>;
