import { z } from "zod";
import { ToolError } from "../../errors.ts";
import { AGENT_RESULT, agentId, callOf } from "../agent-arguments.ts";
import { as } from "../args.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "send_keys_to_agent",
  title: "Send Keys to Agent",
  tier: "mutating",
  profiles: ["botctl"],
  alias: { name: "send_keys", profile: "botctl", when: (args) => "id" in args },
  description:
    "Escape hatch: type text, then press keys, in an agent's terminal. Nothing is checked or confirmed. Prefer prompt_agent and answer_agent.",
  input: {
    id: agentId,
    text: as("payload", z.string()).optional(),
    keys: as("keys", z.array(z.string())).optional().describe("tmux key names, such as Enter, Escape, C-c."),
    paste: z.boolean().default(true).describe("Paste the text as one piece instead of typing it."),
  },
  output: { agent: AGENT_RESULT.agent, sent: z.boolean(), warning: z.string() },

  async run(input, context) {
    const keys = (input.keys ?? []).filter((key) => key !== "");
    const text = input.text ?? "";
    if (keys.length === 0 && text.trim() === "") {
      throw new ToolError("InvalidArgument", "There is nothing to send.", {
        suggestion: "Give text, keys or both.",
      });
    }
    const agents = await context.house.agents();
    const agent = await agents.sendKeys(
      input.id,
      { text, keys, paste: input.paste },
      callOf(context, 30_000),
    );
    return { agent, sent: true, warning: "unsafe_operator_escape_hatch_no_progress_implied" };
  },
});
