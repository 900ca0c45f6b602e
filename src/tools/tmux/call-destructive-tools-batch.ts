import { BATCH_INPUT, BATCH_OUTPUT, callBatch, shortenedBatch } from "../batch.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "call_destructive_tools_batch",
  title: "Call Destructive Tools Batch",
  tier: "destructive",
  profiles: ["libtmux"],
  description: "Call several tools of any tier in order, each checked like a call of its own. Not for waits.",
  input: BATCH_INPUT,
  output: BATCH_OUTPUT,
  shortened: shortenedBatch,
  hints: { openWorldHint: true },

  run: (input, context) => callBatch("destructive", input, context),
});
