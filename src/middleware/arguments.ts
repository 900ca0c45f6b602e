import { z } from "zod";
import { ToolError } from "../errors.ts";
import type { Call, Client, Middleware, Tool } from "../tools/tool.ts";
import { coerce } from "./coerce.ts";

/** A flag some clients add to every call when they schedule several at once. */
const SCHEDULING_FLAG = "wait_for_previous";

/** Read the arguments, so that nothing further in handles one that is wrong. Rejected values are never echoed. */
export function readArguments(): Middleware {
  const schemas = new WeakMap<Tool, z.ZodObject>();

  return async function readArguments(call, next) {
    const { tool, args } = call;
    let schema = schemas.get(tool);
    if (!schema) schemas.set(tool, (schema = z.strictObject(tool.input)));
    const given = coerce(tool.input, args);
    const read = schema.safeParse(given);
    if (read.success) return next({ ...call, input: read.data });
    throw invalid(call, given, read.error.issues);
  };
}

type Issue = z.core.$ZodIssue;

function invalid({ tool, context }: Call, given: unknown, issues: readonly Issue[]): ToolError {
  const count = `${issues.length} validation error${issues.length === 1 ? "" : "s"} for call[${tool.name}]`;
  const details = issues.flatMap((issue) => [
    ...refused(issue, tool),
    ...told(issue, tool).map((name) => `${name}\n  ${reason(issue, given)}`),
  ]);
  const unknown = issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? located(issue) : []));
  return new ToolError("ValidationError", [count, ...details].join("\n"), {
    suggestion: unknown.length > 0 ? dropThese(unknown, tool, context.client) : undefined,
  });
}

/** Zod's own messages quote what was received, so we say it in our words. */
function reason(issue: Issue, given: unknown): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return "Unexpected argument [type=unexpected_argument]";
    case "invalid_type":
      return valueAt(given, issue.path) === undefined
        ? "Required argument is missing [type=missing]"
        : `Should be ${wanted(issue.expected)} [type=${wanted(issue.expected)}_type]`;
    case "invalid_value":
      return `Should be one of ${issue.values.map(String).join(", ")} [type=enum]`;
    case "too_small":
      return `Should be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}${unit(issue.origin)} [type=too_small]`;
    case "too_big":
      return `Should be ${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}${unit(issue.origin)} [type=too_big]`;
    case "invalid_format":
      return `Should match ${issue.pattern ?? issue.format} [type=format]`;
    case "custom":
      // Ours: a refinement's message is written in a tool file and quotes no input.
      return `${issue.message} [type=value]`;
    default:
      return `Is not acceptable [type=${issue.code}]`;
  }
}

/** JSON has no records. */
function wanted(type: string): string {
  return type === "record" ? "object" : type;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
}

function unit(origin: string): string {
  if (origin === "string") return " characters";
  return origin === "array" ? " entries" : "";
}

/** What the issue is about; of arguments nobody knows, those the tool has no reason of its own for. */
function told(issue: Issue, { refuses = {} }: Tool): string[] {
  if (issue.path.length > 0) return [issue.path.join(".")];
  if (issue.code !== "unrecognized_keys") return ["(arguments)"];
  const unknown = issue.keys.filter((key) => !Object.hasOwn(refuses, key));
  return unknown.length > 0 ? [unknown.join(", ")] : [];
}

function refused(issue: Issue, { refuses = {} }: Tool): string[] {
  if (issue.code !== "unrecognized_keys" || issue.path.length > 0) return [];
  const known = issue.keys.filter((key) => Object.hasOwn(refuses, key));
  return known.map((key) => `${key}\n  ${refuses[key]} [type=unsupported_argument]`);
}

function located(issue: Extract<Issue, { code: "unrecognized_keys" }>): string[] {
  return issue.keys.map((key) => [...issue.path, key].join("."));
}

function dropThese(unknown: readonly string[], tool: Tool, client: Client | undefined): string {
  const takes = Object.keys(tool.input).join(", ") || "no arguments";
  const base = `Drop or rename: ${unknown.join(", ")}. ${tool.name} takes ${takes}.`;
  if (!unknown.includes(SCHEDULING_FLAG)) return base;
  const who = client ? `your client (${client.name} ${client.version})` : "some clients";
  return `${base} ${SCHEDULING_FLAG} is a scheduling flag that ${who} may add to calls made together; it is not an argument of any tool.`;
}
