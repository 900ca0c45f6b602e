import { z } from "zod";
import { agentId, callOf, idempotencyKey, noYolo, policy, timeout, TURN_RESULT } from "../agent-arguments.ts";
import { as } from "../args.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "prompt_agent",
  title: "Prompt Agent",
  tier: "mutating",
  profiles: ["botctl"],
  alias: { name: "prompt", profile: "botctl" },
  description:
    "Send one prompt, exactly once, and wait for the reply. Past the timeout it returns the turn id; go on with wait_for_agent. Starts a dead agent again.",
  hints: { openWorldHint: true },
  input: {
    id: agentId,
    prompt: as("payload", z.string()).describe("Sent as it is, of any length."),
    timeout_ms: timeout,
    policy,
    idempotency_key: idempotencyKey,
  },
  output: TURN_RESULT,

  async run(input, context) {
    const agents = await context.house.agents();
    const call = callOf(context, input.timeout_ms ?? 600_000);
    return agents.prompt(input.id, input.prompt, {
      ...call,
      noYolo: noYolo(input),
      key: input.idempotency_key,
    });
  },

  render: replyOf,
});

function replyOf(output: { readonly outcome: Readonly<Record<string, unknown>> }): string | undefined {
  const { message } = output.outcome;
  const text =
    typeof message === "object" && message !== null && "text" in message ? message.text : undefined;
  return typeof text === "string" ? text : undefined;
}
