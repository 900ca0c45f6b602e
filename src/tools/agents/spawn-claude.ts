import { claude } from "../../agents/providers/claude.ts";
import {
  AGENT_RESULT,
  agentName,
  callOf,
  cwd,
  effort,
  idempotencyKey,
  model,
  modelPreset,
  permissionMode,
  policy,
  settingsArgument,
  spawnRequest,
  timeout,
} from "../agent-arguments.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "spawn_claude",
  title: "Start Claude Code",
  tier: "mutating",
  profiles: ["botctl"],
  description:
    "Start Claude Code in a tmux session of its own and wait until it can take prompts. It stays until kill_agent.",
  hints: { openWorldHint: true },
  program: "claude",
  input: {
    cwd,
    model_preset: modelPreset,
    model,
    effort,
    agent: agentName,
    permission_mode: permissionMode,
    settings: settingsArgument,
    timeout_ms: timeout,
    policy,
    idempotency_key: idempotencyKey,
  },
  output: AGENT_RESULT,

  async run(input, context) {
    const request = spawnRequest(input, claude, context.house);
    const agents = await context.house.agents();
    return agents.spawn(request, callOf(context, input.timeout_ms ?? 60_000));
  },
});
