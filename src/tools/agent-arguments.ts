import { realpathSync, statSync } from "node:fs";
import { z } from "zod";
import type { Call, SpawnRequest } from "../agents/agents.ts";
import { isProvider, type ProviderName, PROVIDERS, providers } from "../agents/known.ts";
import type { LaunchOptions, Provider } from "../agents/provider.ts";
import { ToolError } from "../errors.ts";
import type { House } from "../house.ts";
import { as, notNull } from "./args.ts";
import type { Context } from "./tool.ts";

export const agentId = as("agent", z.string().min(1)).describe(
  "Agent id, as a spawn tool or list_agents gives it.",
);

/** Each phase of a call may take this long. */
export const timeout = notNull(z.int().min(1_000).max(3_600_000))
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
const modelPreset = choice.describe(
  "best, balanced, fast, cheap or one from the settings; leave unset unless asked.",
);

type LaunchArgument = z.ZodOptional<z.ZodNullable<z.ZodType<string>>>;

/** What these programs take at their start. Of the same argument the first one's words are shown, and all their values. */
export function launchArguments(programs: readonly Provider[]): Record<string, LaunchArgument> {
  const all: Record<string, LaunchArgument> = {};
  if (programs.some(({ takes }) => "model" in takes)) all["model_preset"] = modelPreset;
  for (const name of new Set(programs.flatMap(({ takes }) => Object.keys(takes)))) {
    const options = programs.flatMap(({ takes }) => takes[name] ?? []);
    const values = [...new Set(options.flatMap((option) => option.values ?? []))];
    const argument: LaunchArgument = values.length > 0 ? z.enum(values).nullish() : choice;
    const doc = options.find((option) => option.doc !== undefined)?.doc;
    all[name] = doc === undefined ? argument : argument.describe(doc);
  }
  return all;
}

export const AGENT_RESULT = {
  agent: z.looseObject({ id: z.string(), state: z.string() }),
  outcome: z.looseObject({ outcome: z.string() }),
};

export const TURN_RESULT = {
  ...AGENT_RESULT,
  turn: z.looseObject({ id: z.string() }).optional(),
  resumed: z.boolean().optional(),
};

/** Arguments of a spawn, read; those a program names itself are there under their names. */
export type LaunchInput = Readonly<Record<string, unknown>>;

/** What to start, checked as far as it can be without starting anything. */
export function spawnRequest(
  input: LaunchInput,
  provider: Provider,
  house: Pick<House, "settings">,
): SpawnRequest {
  const asked = Object.fromEntries(LAUNCH_NAMES.map((name) => [name, textIn(input, name)]));
  const launch: LaunchOptions = {
    ...asked,
    model: asked["model"] ?? presetModel(textIn(input, "model_preset"), provider, house),
  };
  for (const [name, value] of Object.entries(launch)) {
    if (value === undefined) continue;
    const option = Object.hasOwn(provider.takes, name) ? provider.takes[name] : undefined;
    if (!option) throw unsupported(provider, name);
    if (option.values && !option.values.includes(value))
      throw new ToolError("InvalidArgument", `${name} must be one of ${option.values.join(", ")}.`);
    option.check?.(value);
  }
  return {
    provider: nameOf(provider),
    cwd: folder(textIn(input, "cwd") ?? process.cwd()),
    launch,
    noYolo: noYolo(input),
    key: textIn(input, "idempotency_key"),
  };
}

const LAUNCH_NAMES = [...new Set(PROVIDERS.flatMap((name) => Object.keys(providers[name].takes)))];

function textIn(input: LaunchInput, name: string): string | undefined {
  const value = input[name];
  return typeof value === "string" ? value : undefined;
}

function nameOf({ name }: Provider): ProviderName {
  if (isProvider(name)) return name;
  throw new Error(`No provider is called ${name}.`);
}

function notTaken({ name }: Provider, word: string): string {
  return `The ${name} provider does not support ${word}.`;
}

function unsupported(provider: Provider, word: string): ToolError {
  return new ToolError("InvalidArgument", notTaken(provider, word), { suggestion: "Leave it out." });
}

/** What other programs take at their start and this one does not, each with the words that say so. */
export function refusedArguments(provider: Provider): Record<string, string> {
  const taken = launchArguments([provider]);
  const others = ["model_preset", ...LAUNCH_NAMES].filter((name) => !Object.hasOwn(taken, name));
  return Object.fromEntries(others.map((name) => [name, notTaken(provider, name)]));
}

function presetModel(
  name: string | undefined,
  provider: Provider,
  { settings }: Pick<House, "settings">,
): string | undefined {
  if (!Object.hasOwn(provider.takes, "model")) {
    if (name === undefined) return undefined;
    throw unsupported(provider, "model_preset");
  }
  const preset = settings.agents.preset.get(name ?? "best");
  if (!preset && name !== undefined) {
    throw new ToolError(
      "InvalidArgument",
      `model_preset must be one of ${[...settings.agents.preset.keys()].join(", ")}.`,
    );
  }
  return preset?.[provider.name];
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

export function noYolo({ policy: given }: { readonly policy?: unknown }): boolean {
  return typeof given === "object" && given !== null && "no_yolo" in given && given.no_yolo === true;
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
