import { z } from "zod";
import { AGENT_RESULT, agentId } from "../agent-arguments.ts";
import { notNull } from "../args.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "snapshot_agent",
  title: "Look at Agent",
  tier: "readonly",
  profiles: ["botctl"],
  alias: { name: "snapshot", profile: "botctl" },
  description:
    "What an agent's terminal shows and what that means: state, dialog with its options, last lines. Works while it is busy.",
  input: {
    id: agentId,
    capture_lines: notNull(z.int().min(1).max(5_000))
      .default(200)
      .describe("Lines of scrollback to include."),
  },
  output: { ...AGENT_RESULT, pane_text: z.string(), recent_lines: z.array(z.string()) },

  async run(input, context) {
    const agents = await context.house.agents();
    return agents.snapshot(input.id, input.capture_lines, context.signal);
  },
});
