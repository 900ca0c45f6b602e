import { z } from "zod";
import { as } from "../args.ts";
import { callBatch, onError } from "../batch.ts";
import { SOCK } from "../tmux-arguments.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "send_keys_batch",
  title: "Send Keys Batch",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Call send_keys several times in order.",
  input: {
    operations: as(
      "operations",
      z
        .array(
          z.strictObject({
            keys: z.string(),
            pane_id: z.string().nullish(),
            session_name: z.string().nullish(),
            session_id: z.string().nullish(),
            window_id: z.string().nullish(),
            enter: z.boolean().default(true),
            literal: z.boolean().default(false),
            suppress_history: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(1_000),
    ),
    on_error: onError,
    timeout: z.number().gt(0).optional(),
    ...SOCK,
  },
  output: {
    results: z
      .array(
        z.object({
          index: z.int(),
          pane_id: z.string().nullish(),
          success: z.boolean(),
          error: z.string().nullish(),
          elapsed_seconds: z.number(),
        }),
      )
      .optional(),
    succeeded: z.int(),
    failed: z.int(),
    stopped_at: z.int().nullish(),
  },
  hints: { openWorldHint: true },

  async run({ operations, on_error, timeout, socket_name }, context) {
    const batch = await callBatch(
      "mutating",
      {
        operations: operations.map((keys) => ({
          tool: "send_keys",
          arguments: { ...keys, ...(socket_name && { socket_name }) },
        })),
        on_error,
        timeout: timeout ?? Number.POSITIVE_INFINITY,
      },
      context,
    );
    const results = batch.results.map(({ index, success, error, content, elapsed_seconds }) => ({
      index,
      pane_id: /%\d+/.exec(success ? JSON.stringify(content) : "")?.[0] ?? operations[index]?.pane_id ?? null,
      success,
      error,
      elapsed_seconds,
    }));
    const { succeeded, failed, stopped_at } = batch;
    return { results, succeeded, failed, stopped_at };
  },
});
