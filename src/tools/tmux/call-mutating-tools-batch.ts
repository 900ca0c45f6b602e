import { BATCH_INPUT, BATCH_OUTPUT, callBatch, shortenedBatch } from "../batch.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "call_mutating_tools_batch",
  title: "Call Mutating Tools Batch",
  tier: "mutating",
  profiles: ["libtmux"],
  description:
    "Call several readonly and mutating tools in order, each checked like a call of its own. Not for waits.",
  input: BATCH_INPUT,
  output: BATCH_OUTPUT,
  shortened: shortenedBatch,
  hints: { destructiveHint: true, openWorldHint: true },

  run: (input, context) => callBatch("mutating", input, context),
});
