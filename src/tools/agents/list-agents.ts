import { z } from "zod";
import { AGENT_RESULT } from "../agent-arguments.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "list_agents",
  title: "List Agents",
  tier: "readonly",
  description: "Every agent termgate started: id, state now, what it waits for and since when.",
  input: { include_ended: z.boolean().default(false).describe("Also those that ended or were killed.") },
  output: { agents: z.array(z.object({ ...AGENT_RESULT, waiting_since_ms: z.number().nullable() })) },

  async run(input, context) {
    const agents = await context.house.agents();
    return { agents: await agents.list({ ended: input.include_ended, signal: context.signal }) };
  },
});
