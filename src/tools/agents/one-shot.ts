import { z } from "zod";
import { installedProvider, programOf, PROVIDERS, providers } from "../../agents/known.ts";
import { ToolError } from "../../errors.ts";
import {
  AGENT_RESULT,
  callOf,
  cwd,
  launchArguments,
  policy,
  spawnRequest,
  timeout,
} from "../agent-arguments.ts";
import { as } from "../args.ts";
import { defineTool } from "../tool.ts";

const words = as("payload", z.string()).nullish();

export default defineTool({
  name: "one_shot",
  title: "One Prompt, One Reply",
  tier: "mutating",
  profiles: ["botctl"],
  description:
    "Start an agent, send one prompt, return the reply and end the agent again, whatever happens. timeout_ms counts per phase.",
  hints: { openWorldHint: true },
  program: PROVIDERS.map((name) => providers[name].binary),
  input: {
    prompt: words,
    text: words,
    message: words,
    input: words,
    initial_prompt: words,
    cwd: cwd.optional(),
    provider: z.enum(PROVIDERS).nullish(),
    ...launchArguments(PROVIDERS.map((name) => providers[name])),
    timeout_ms: timeout,
    policy,
  },
  output: {
    agent: AGENT_RESULT.agent.nullable(),
    spawn_outcome: AGENT_RESULT.outcome.nullable(),
    outcome: z.string(),
    message: z.looseObject({ text: z.string() }).nullable(),
    fresh_message: z.boolean(),
    killed: z.boolean(),
    kill: z.looseObject({ status: z.string() }),
    error_excerpt: z.string().optional(),
    error: z.string().optional(),
  },

  async run(input, context) {
    const prompt = [input.prompt, input.text, input.message, input.input, input.initial_prompt].find((one) =>
      one?.trim(),
    );
    if (!prompt)
      throw new ToolError("InvalidArgument", "The prompt is missing or blank.", {
        suggestion: "Pass `prompt`.",
      });
    const path = context.house.environment["PATH"];
    const name = input.provider ?? installedProvider(path);
    if (!name) throw new ToolError("ProviderUnavailable", "None of the agent programs is on PATH.");
    const request = spawnRequest(input, providers[name], context.house);
    programOf(providers[name], path);
    const agents = await context.house.agents();
    return agents.oneShot(
      { ...request, prompt: prompt.trim() },
      callOf(context, input.timeout_ms ?? 600_000),
    );
  },

  render: ({ message }) => message?.text,
});
