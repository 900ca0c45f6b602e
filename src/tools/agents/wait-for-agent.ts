import { z } from "zod";
import { agentId, callOf, timeout, TURN_RESULT } from "../agent-arguments.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "wait_for_agent",
  title: "Wait for Agent",
  tier: "readonly",
  profiles: ["botctl"],
  alias: { name: "wait", profile: "botctl" },
  description: "Wait for a turn to end, the newest unless named. Presses no key, starts nothing.",
  input: {
    id: agentId,
    turn_id: z.string().optional().describe("Turn that prompt_agent returned."),
    timeout_ms: timeout,
    require_fresh_message: z
      .boolean()
      .optional()
      .describe("Accepted for older callers; a reply is always its turn's own."),
  },
  output: TURN_RESULT,

  async run(input, context) {
    const agents = await context.house.agents();
    return agents.wait(input.id, { ...callOf(context, input.timeout_ms ?? 600_000), turnId: input.turn_id });
  },
});
