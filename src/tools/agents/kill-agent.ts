import { z } from "zod";
import { AGENT_RESULT, agentId, callOf, timeout } from "../agent-arguments.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "kill_agent",
  title: "Kill Agent",
  tier: "mutating",
  profiles: ["botctl"],
  alias: { name: "kill", profile: "botctl" },
  description:
    "End an agent termgate started, with everything it runs. Safe to repeat. prompt_agent brings it back with its conversation.",
  hints: { destructiveHint: true, idempotentHint: true },
  input: { id: agentId, timeout_ms: timeout },
  output: { agent: AGENT_RESULT.agent, killed: z.boolean(), already_gone: z.boolean() },

  async run(input, context) {
    const agents = await context.house.agents();
    return agents.kill(input.id, callOf(context, input.timeout_ms ?? 30_000));
  },
});
