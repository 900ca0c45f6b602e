import { codex } from "../../agents/providers/codex.ts";
import {
  AGENT_RESULT,
  callOf,
  cwd,
  effort,
  idempotencyKey,
  model,
  modelPreset,
  policy,
  spawnRequest,
  timeout,
} from "../agent-arguments.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "spawn_codex",
  title: "Start Codex",
  tier: "mutating",
  profiles: ["botctl"],
  description:
    "Start Codex in a tmux session of its own and wait until it can take prompts. It stays until kill_agent.",
  hints: { openWorldHint: true },
  program: "codex",
  input: {
    cwd,
    model_preset: modelPreset,
    model,
    effort,
    timeout_ms: timeout,
    policy,
    idempotency_key: idempotencyKey,
  },
  output: AGENT_RESULT,

  async run(input, context) {
    const request = spawnRequest(input, codex, context.house);
    const agents = await context.house.agents();
    return agents.spawn(request, callOf(context, input.timeout_ms ?? 60_000));
  },
});
