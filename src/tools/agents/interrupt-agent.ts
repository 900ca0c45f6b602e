import { z } from "zod";
import { AGENT_RESULT, agentId, callOf, timeout } from "../agent-arguments.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "interrupt_agent",
  title: "Interrupt Agent",
  tier: "mutating",
  description:
    "Stop what an agent is doing; the agent stays. Works while another call waits for it. Nothing is pressed when nothing runs.",
  hints: { idempotentHint: true },
  input: { id: agentId, timeout_ms: timeout },
  output: { ...AGENT_RESULT, interrupted: z.boolean() },

  async run(input, context) {
    const agents = await context.house.agents();
    return agents.interrupt(input.id, callOf(context, input.timeout_ms ?? 30_000));
  },
});
