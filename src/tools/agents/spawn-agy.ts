import { agy } from "../../agents/providers/agy.ts";
import {
  AGENT_RESULT,
  callOf,
  cwd,
  idempotencyKey,
  policy,
  spawnRequest,
  timeout,
} from "../agent-arguments.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "spawn_agy",
  title: "Start Antigravity",
  tier: "mutating",
  profiles: ["botctl"],
  description:
    "Start Antigravity in a tmux session of its own and wait until it can take prompts. It stays until kill_agent.",
  hints: { openWorldHint: true },
  program: "agy",
  input: {
    cwd,
    timeout_ms: timeout,
    policy,
    idempotency_key: idempotencyKey,
  },
  output: AGENT_RESULT,

  async run(input, context) {
    const request = spawnRequest(input, agy, context.house);
    const agents = await context.house.agents();
    return agents.spawn(request, callOf(context, input.timeout_ms ?? 60_000));
  },
});
