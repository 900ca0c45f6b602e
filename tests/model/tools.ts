import type { ToolWish } from "./script.ts";

/** A tool the program offered to the model, with the JSON schema of its arguments. */
export interface Offer {
  readonly name: string;
  readonly schema: {
    readonly properties?: Record<string, { type?: string; enum?: unknown[] }>;
    readonly required?: string[];
  };
  /** A tool that takes free text instead of JSON, as Codex offers its patch tool. */
  readonly freeText: boolean;
}

export interface ToolCall {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly freeText?: string;
}

const NAMES: Readonly<Record<ToolWish["kind"], readonly string[]>> = {
  shell: ["Bash", "exec_command", "shell_command", "shell", "run_shell_command"],
  write: ["Write", "write_file", "apply_patch"],
  edit: ["Edit", "replace", "apply_patch"],
  ask: ["AskUserQuestion", "request_user_input", "ask_user"],
  plan: ["ExitPlanMode", "exit_plan_mode"],
};

/** The call that fulfils a wish with what this program offers, or undefined when it offers nothing fit. */
export function callFor(wish: ToolWish, offers: readonly Offer[], cwd: string): ToolCall | undefined {
  const offer = NAMES[wish.kind].flatMap((name) => offers.filter((one) => one.name === name))[0];
  if (!offer) return undefined;
  if (offer.name === "apply_patch") return { name: offer.name, input: {}, freeText: patch(wish) };
  const known = offer.schema.properties ?? {};
  const input = Object.fromEntries(
    Object.entries(everyName(wish, cwd)).filter(([key, value]) => key in known && value !== undefined),
  );
  if (
    Array.isArray(input["command"]) !== (known["command"]?.type === "array") &&
    wish.kind === "shell" &&
    "command" in known
  )
    input["command"] = known["command"]?.type === "array" ? ["bash", "-lc", wish.command] : wish.command;
  for (const key of offer.schema.required ?? []) input[key] ??= least(known[key]);
  return { name: offer.name, input };
}

/** The wish under all the argument names these programs use; the offer's own schema picks. */
function everyName(wish: ToolWish, cwd: string): Record<string, unknown> {
  const path = "path" in wish ? (wish.path.startsWith("/") ? wish.path : `${cwd}/${wish.path}`) : undefined;
  const place = { file_path: path, path };
  switch (wish.kind) {
    case "shell":
      return {
        command: wish.command,
        cmd: wish.command,
        description: "A scripted command",
        ...(wish.escalate && {
          sandbox_permissions: "require_escalated",
          justification: "May the scripted command run?",
        }),
      };
    case "write":
      return { ...place, content: wish.content };
    case "edit":
      return { ...place, old_string: wish.from, new_string: wish.to, instruction: "A scripted edit" };
    case "ask":
      return {
        questions: [
          {
            id: "pick",
            header: "Pick",
            type: "choice",
            question: wish.question,
            multiSelect: false,
            options: wish.answers.map((label) => ({ label, description: `Take ${label}` })),
          },
        ],
      };
    case "plan":
      return { plan: wish.plan, summary: wish.plan, plan_filename: "plan.md" };
  }
}

function patch(wish: ToolWish): string {
  const body =
    wish.kind === "write"
      ? [
          `*** Add File: ${wish.path}`,
          ...wish.content
            .trimEnd()
            .split("\n")
            .map((line) => `+${line}`),
        ]
      : wish.kind === "edit"
        ? [`*** Update File: ${wish.path}`, "@@", `-${wish.from}`, `+${wish.to}`]
        : [];
  return ["*** Begin Patch", ...body, "*** End Patch", ""].join("\n");
}

/** The plainest value a schema takes: side requests for titles and routes want structured answers. */
export function least(schema: { type?: string; enum?: unknown[]; properties?: object } | undefined): unknown {
  if (schema?.enum) return schema.enum[0];
  if (schema?.type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, least(value)]),
    );
  if (schema?.type === "array") return [];
  if (schema?.type === "boolean") return false;
  return schema?.type === "number" || schema?.type === "integer" ? 0 : "Scripted talk";
}
