import { PROVIDERS, providers } from "../../agents/known.ts";
import type { Provider } from "../../agents/provider.ts";
import {
  AGENT_RESULT,
  callOf,
  cwd,
  idempotencyKey,
  launchArguments,
  policy,
  refusedArguments,
  spawnRequest,
  timeout,
} from "../agent-arguments.ts";
import { defineTool, type Tool } from "../tool.ts";

function spawnTool(provider: Provider): Tool {
  const { name, title, binary, profiles } = provider;
  return defineTool({
    name: `spawn_${name}`,
    title: `Start ${title}`,
    tier: "mutating",
    ...(profiles && { profiles }),
    description: `Start ${title} in a tmux session of its own and wait until it can take prompts. It stays until kill_agent.`,
    hints: { openWorldHint: true },
    program: binary,
    input: {
      cwd,
      ...launchArguments([provider]),
      timeout_ms: timeout,
      policy,
      idempotency_key: idempotencyKey,
    },
    refuses: refusedArguments(provider),
    output: AGENT_RESULT,

    async run(input, context) {
      const request = spawnRequest(input, provider, context.house);
      const agents = await context.house.agents();
      return agents.spawn(request, callOf(context, input.timeout_ms ?? 60_000));
    },
  });
}

/** One tool for each program, with the arguments that program takes. */
export default PROVIDERS.map((name) => spawnTool(providers[name]));
