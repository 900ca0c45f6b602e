import { z } from "zod";
import { ProtocolFault, ToolError } from "../errors.ts";
import { as } from "./args.ts";
import { contentOf } from "./run.ts";
import type { Content, Context, Reply, Tier } from "./tool.ts";

/** An hour: more than any client waits. */
const LONGEST_SECONDS = 3_600;

export const onError = z.enum(["stop", "continue"]).default("stop");

export const BATCH_INPUT = {
  operations: as(
    "operations",
    z
      .array(z.strictObject({ tool: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) }))
      .min(1)
      .max(1_000),
  ),
  on_error: onError,
  timeout: z.number().gt(0).default(120),
};

export const BATCH_OUTPUT = {
  results: z
    .array(
      z.object({
        index: z.int(),
        tool: z.string(),
        success: z.boolean(),
        error: z.string().nullish(),
        content: z.array(z.record(z.string(), z.unknown())).optional(),
        structured_content: z.record(z.string(), z.unknown()).nullish(),
        meta: z.record(z.string(), z.unknown()).nullish(),
        elapsed_seconds: z.number(),
      }),
    )
    .optional(),
  succeeded: z.int(),
  failed: z.int(),
  stopped_at: z.int().nullish(),
  response_truncated: z.boolean().optional(),
  response_truncated_bytes: z.int().optional(),
};

interface Asked {
  readonly operations: readonly {
    readonly tool: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  }[];
  readonly on_error: "stop" | "continue";
  readonly timeout: number;
}

interface Row {
  index: number;
  tool: string;
  success: boolean;
  error: string | null;
  content: Record<string, unknown>[];
  structured_content: Record<string, unknown> | null;
  meta: Record<string, unknown> | null;
  elapsed_seconds: number;
}

/** Calls one tool after another, each through the whole pipeline and none above `tier`. A failed call is a row, no error. */
export async function callBatch(tier: Tier, { operations, on_error, timeout }: Asked, context: Context) {
  const seconds = Math.min(timeout, context.longestMs / 1_000, LONGEST_SECONDS);
  const late = AbortSignal.timeout(seconds * 1_000);
  const signal = AbortSignal.any([context.signal, late]);
  const rows: Row[] = [];
  let stoppedAt: number | null = null;
  for (const [index, operation] of operations.entries()) {
    const started = performance.now();
    const reply = late.aborted
      ? failed(tooLate(seconds))
      : await refusal(operation.tool)
          .then(() => context.call(operation.tool, operation.arguments, { tier, signal }))
          .catch((error: unknown) => failed(late.aborted ? tooLate(seconds) : error));
    context.signal.throwIfAborted();
    rows.push(row(index, operation.tool, reply, seconds3(started)));
    context.progress({ done: index + 1, total: operations.length, message: operation.tool });
    if (!reply.isError || on_error === "continue") continue;
    stoppedAt = index;
    break;
  }
  const succeeded = rows.filter(({ success }) => success).length;
  const counted = { succeeded, failed: rows.length - succeeded, stopped_at: stoppedAt };
  return bounded({ results: rows, ...counted }, context.house.settings.house.responseLimit);
}

function seconds3(started: number): number {
  return Math.round(performance.now() - started) / 1_000;
}

/** What went wrong as one text, the way a failed call would have said it. */
function failed(error: unknown): Reply {
  if (!(error instanceof ToolError || error instanceof ProtocolFault)) throw error;
  const suggestion = error instanceof ToolError ? error.suggestion : undefined;
  const text = suggestion ? `${error.message}\n${suggestion}` : error.message;
  const error_type = error instanceof ToolError ? error.errorType : "NotFoundError";
  return { isError: true, content: [{ type: "text", text }], meta: { error_type, expected: true } };
}

function tooLate(seconds: number): ToolError {
  return new ToolError("TimeoutError", `The ${seconds} s for the whole batch are over.`, {
    suggestion: "Call the rest in another batch, or give it a longer timeout.",
  });
}

/** Waits hold everything behind them, and a batch in a batch has no end; neither has a place here. */
async function refusal(tool: string): Promise<void> {
  if (!/^call_\w+_tools_batch$|^wait_for_/.test(tool)) return;
  throw new ToolError("ExpectedToolError", `${tool} cannot be part of a batch.`, {
    suggestion: "Call it on its own.",
  });
}

function row(index: number, tool: string, reply: Reply, elapsed: number): Row {
  const content = contentOf(reply);
  return {
    index,
    tool,
    success: !reply.isError,
    error: reply.isError ? textOf(content) : null,
    content: content.map((part) => ({ ...part })),
    structured_content: reply.output ? { ...reply.output } : null,
    meta: reply.meta ? { ...reply.meta } : null,
    elapsed_seconds: elapsed,
  };
}

function textOf(content: readonly Content[]): string {
  return content.map((part) => (part.type === "text" ? part.text : `[${part.mimeType}]`)).join("\n");
}

interface Batch {
  readonly results: readonly Row[];
  readonly succeeded: number;
  readonly failed: number;
  readonly stopped_at: number | null;
}

/** The largest rows give up their content first: many small answers are worth more than one large one. */
function bounded(batch: Batch, limit: number) {
  const most = limit - 2_048;
  const results = [...batch.results];
  const sizes = results.map((one) => bytes(one));
  let total = bytes({ ...batch });
  let dropped = 0;
  while (total > most) {
    const largest = sizes.indexOf(Math.max(...sizes));
    const full = results[largest];
    if (!full || sizes[largest] === 0) break;
    const text = `[... truncated ${sizes[largest]} bytes ...]`;
    const cut = {
      ...full,
      content: [{ type: "text", text }],
      structured_content: null,
      error: full.error?.slice(-500) ?? null,
    };
    const freed = (sizes[largest] ?? 0) - bytes(cut);
    results[largest] = cut;
    sizes[largest] = 0;
    total -= freed;
    dropped += Math.max(0, freed);
  }
  return { ...batch, results, response_truncated: dropped > 0, response_truncated_bytes: dropped };
}

/** The answer goes out twice, as structured content and as the text of that. */
function bytes(value: unknown): number {
  const json = JSON.stringify(value);
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json));
}

interface Answer {
  readonly response_truncated_bytes?: number | undefined;
}

/** Only rows of which not even the marks fit come here; see `shortened` of a tool. */
export function shortenedBatch<T extends Answer>(kept: T, whole: T): T {
  const gone = JSON.stringify(whole).length - JSON.stringify(kept).length;
  const before = whole.response_truncated_bytes ?? 0;
  return { ...kept, response_truncated: true, response_truncated_bytes: before + gone };
}
