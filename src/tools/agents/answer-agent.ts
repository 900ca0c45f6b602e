import { z } from "zod";
import { AGENT_RESULT, agentId, callOf, timeout } from "../agent-arguments.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "answer_agent",
  title: "Answer Agent's Dialog",
  tier: "mutating",
  description:
    "Choose an option of the dialog an agent shows, by its label or id. The cursor is moved there and checked before it is confirmed.",
  hints: { openWorldHint: true },
  input: {
    id: agentId,
    option: z.string().min(1).describe("Label, its unique beginning, or id; snapshot_agent lists them."),
    timeout_ms: timeout,
  },
  output: { ...AGENT_RESULT, answered: z.object({ id: z.string(), label: z.string() }) },

  async run(input, context) {
    const agents = await context.house.agents();
    return agents.answer(input.id, input.option, callOf(context, input.timeout_ms ?? 30_000));
  },
});
