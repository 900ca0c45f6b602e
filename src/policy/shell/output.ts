import type { Command, ParsedScript } from "../grammar.ts";
import type { Scope } from "./scope.ts";

/** Commands whose whole output is one integer. */
const COUNTS: readonly RegExp[] = [
  /^wc -[lcwm]$/,
  /^id -[ugr]+$/,
  /^nproc$/,
  /^date \+%[sYmdHMSjNu]$/,
  /^stat -c %[sYXaugi] \S+$/,
  /^git rev-list --count \S+$/,
  /^grep -c \S+( \S+)?$/,
  /^seq( \d+){1,3}$/,
  /^expr \d+ [+*/%-] \d+$/,
];

/** Whether a substitution can only yield an integer, so that it may stand in arithmetic and in paths. */
export function outputShape(script: ParsedScript, scope: Scope): "any" | "integer" {
  const [statement, ...others] = script.commands;
  if (statement === undefined || others.length > 0 || statement.background) return "any";
  const { command } = statement;
  const last = command.type === "Pipeline" ? command.commands.at(-1) : command;
  if (last?.type !== "Command" || scope.functions.has(last.name?.value ?? "")) return "any";
  const line = words(last);
  return line !== undefined && COUNTS.some((pattern) => pattern.test(line)) ? "integer" : "any";
}

function words(command: Command): string | undefined {
  if (command.prefix.length > 0 || command.name === undefined) return undefined;
  const out = [command.name.value];
  for (const part of command.suffix) {
    if (part.type === "Redirect" && part.operator === "<") continue;
    if (
      part.type !== "Word" ||
      part.parts?.some(
        (each) => each.type !== "DoubleQuoted" && each.type !== "SingleQuoted" && each.type !== "Literal",
      )
    ) {
      return undefined;
    }
    out.push(part.value.replaceAll(/\s/g, "_"));
  }
  return out.join(" ");
}
