import { gemini } from "../../agents/providers/gemini.ts";
import {
  AGENT_RESULT,
  callOf,
  cwd,
  idempotencyKey,
  model,
  modelPreset,
  policy,
  spawnRequest,
  timeout,
} from "../agent-arguments.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "spawn_gemini",
  title: "Start Gemini CLI",
  tier: "mutating",
  description:
    "Start Gemini CLI in a tmux session of its own and wait until it can take prompts. It stays until kill_agent.",
  hints: { openWorldHint: true },
  program: "gemini",
  input: {
    cwd,
    model_preset: modelPreset,
    model,
    timeout_ms: timeout,
    policy,
    idempotency_key: idempotencyKey,
  },
  output: AGENT_RESULT,

  async run(input, context) {
    const request = spawnRequest(input, gemini, context.house);
    const agents = await context.house.agents();
    return agents.spawn(request, callOf(context, input.timeout_ms ?? 60_000));
  },
});
