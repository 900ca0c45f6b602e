import { realpathSync, statSync } from "node:fs";
import { z } from "zod";
import type { Call, SpawnRequest } from "../agents/agents.ts";
import type { LaunchOptions, Provider } from "../agents/provider.ts";
import { ToolError } from "../errors.ts";
import type { House } from "../house.ts";
import { as } from "./args.ts";
import type { Context } from "./tool.ts";

export const agentId = as("agent", z.string().min(1)).describe(
  "Agent id, as a spawn tool or list_agents gives it.",
);

/** Each phase of a call may take this long. */
export const timeout = z
  .int()
  .min(1_000)
  .max(3_600_000)
  .optional()
  .describe("Milliseconds per phase, 1000 to 3600000.");

export const policy = z
  .object({ no_yolo: z.boolean().nullish() })
  .nullish()
  .describe("no_yolo: answer no dialog unasked, not even folder trust.");

export const idempotencyKey = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe("Repeat a call with the same key to get its first result instead of doing it again.");

const choice = z.string().trim().min(1).nullish();

export const cwd = as("cwd", z.string().min(1)).describe("Folder the agent works in.");
export const model = choice.describe("Raw model name; leave unset unless the user asked for one.");
export const modelPreset = choice.describe(
  "best, balanced, fast, cheap or one from the settings; leave unset unless asked.",
);
export const effort = z.enum(["low", "medium", "high", "xhigh", "max"]).nullish();
export const agentName = choice.describe("Named agent profile of the program; leave unset unless asked.");
export const permissionMode = z
  .enum(["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "manual", "plan"])
  .nullish();
export const settingsArgument = choice.describe(
  "Settings for this session: a JSON object or the path of a file.",
);

export const AGENT_RESULT = {
  agent: z.looseObject({ id: z.string(), state: z.string() }),
  outcome: z.looseObject({ outcome: z.string() }),
};

export const TURN_RESULT = {
  ...AGENT_RESULT,
  turn: z.looseObject({ id: z.string() }).optional(),
  resumed: z.boolean().optional(),
};

export interface LaunchInput {
  readonly cwd?: string | undefined;
  readonly model?: string | null | undefined;
  readonly model_preset?: string | null | undefined;
  readonly effort?: string | null | undefined;
  readonly agent?: string | null | undefined;
  readonly permission_mode?: string | null | undefined;
  readonly settings?: string | null | undefined;
  readonly policy?: { readonly no_yolo?: boolean | null | undefined } | null | undefined;
  readonly idempotency_key?: string | undefined;
}

/** What to start, checked as far as it can be without starting anything. */
export function spawnRequest(input: LaunchInput, provider: Provider, house: House): SpawnRequest {
  const launch: LaunchOptions = {
    model: input.model ?? presetModel(input.model_preset ?? undefined, provider, house),
    effort: input.effort ?? undefined,
    agent: input.agent ?? undefined,
    permissionMode: input.permission_mode ?? undefined,
    settings: input.settings ?? undefined,
  };
  for (const [name, value] of Object.entries(launch)) {
    if (value === undefined || provider.takes.some((taken) => taken === name)) continue;
    const word = name === "permissionMode" ? "permission_mode" : name;
    throw new ToolError("InvalidArgument", `The ${provider.name} provider does not support ${word}.`, {
      suggestion: "Leave it out.",
    });
  }
  return {
    provider: provider.name,
    cwd: folder(input.cwd ?? process.cwd()),
    launch,
    noYolo: noYolo(input),
    key: input.idempotency_key,
  };
}

function presetModel(
  name: string | undefined,
  { name: provider, takes }: Provider,
  { settings }: House,
): string | undefined {
  if (!takes.includes("model")) {
    if (name === undefined) return undefined;
    throw new ToolError("InvalidArgument", `The ${provider} provider does not support model_preset.`, {
      suggestion: "Leave it out.",
    });
  }
  const preset = settings.agents.preset.get(name ?? "best");
  if (!preset && name !== undefined) {
    throw new ToolError(
      "InvalidArgument",
      `model_preset must be one of ${[...settings.agents.preset.keys()].join(", ")}.`,
    );
  }
  return provider === "agy" ? undefined : preset?.[provider];
}

function folder(path: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Told below: what exactly is wrong with a path is not the caller's to learn.
  }
  throw new ToolError("BadCwd", "cwd is not an existing directory.", {
    suggestion: "Pass the path of a folder that exists.",
  });
}

export function noYolo({ policy: given }: Pick<LaunchInput, "policy">): boolean {
  return given?.no_yolo === true;
}

/** How long this call may take and whom to tell about its progress. */
export function callOf(context: Context, timeoutMs: number): Call {
  const started = Date.now();
  return {
    timeoutMs: Math.min(timeoutMs, context.longestMs),
    signal: context.signal,
    progress: (message) => context.progress({ done: Date.now() - started, message }),
  };
}
