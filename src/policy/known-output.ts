import type { CommandNode } from "./grammar.ts";
import { Expander } from "./shell/expand.ts";
import { literal } from "./shell/field.ts";
import type { Scope } from "./shell/scope.ts";
import type { Trial } from "./trial.ts";

/** What a plain `echo` or `printf` sends down a pipe; undefined for everything else. */
export function knownOutput(node: CommandNode, scope: Scope, trial: Trial): string | undefined {
  if (node.type !== "Command" || node.name === undefined || node.redirects.length > 0) return undefined;
  const program = node.name.value;
  if ((program !== "echo" && program !== "printf") || scope.functions.has(program)) return undefined;
  const words = new Expander(trial, scope.fork());
  const fields = node.args.flatMap((arg) => (arg.type === "Word" ? words.fields(arg) : [[]]));
  const known = fields.map(literal);
  if (known.includes(undefined)) return undefined;
  const values = known.filter((value) => value !== undefined);
  return program === "echo" ? echoed(values) : printed(values);
}

function echoed(values: readonly string[]): string | undefined {
  const rest = values[0] === "-n" ? values.slice(1) : values;
  return /^-\w*e/.test(rest[0] ?? "") ? undefined : `${rest.join(" ")}\n`;
}

function printed([format = "", ...values]: readonly string[]): string | undefined {
  const template = format.replaceAll("\\n", "\n").replaceAll("\\t", "\t").replaceAll("\\0", "\0");
  if (/%[^s%]/.test(template) || template.includes("\\")) return undefined;
  if (!template.includes("%s")) return template.replaceAll("%%", "%");
  return values.map((value) => template.replace("%s", () => value)).join("");
}
