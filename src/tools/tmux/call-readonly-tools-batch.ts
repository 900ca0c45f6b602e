import { BATCH_INPUT, BATCH_OUTPUT, callBatch, shortenedBatch } from "../batch.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "call_readonly_tools_batch",
  title: "Call Readonly Tools Batch",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "Call several readonly tools in order, each checked like a call of its own. Not for waits.",
  input: BATCH_INPUT,
  output: BATCH_OUTPUT,
  shortened: shortenedBatch,

  run: (input, context) => callBatch("readonly", input, context),
});
