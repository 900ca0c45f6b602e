import type { Trial } from "../trial.ts";
import { join, literal, text, unknown, type Field } from "./field.ts";
import type { Scope } from "./scope.ts";

const INTEGERS =
  /^(RANDOM|SRANDOM|SECONDS|LINENO|EUID|UID|PPID|BASHPID|EPOCHSECONDS|BASH_SUBSHELL|COLUMNS|LINES|SHLVL|OPTIND|HISTCMD|#|\?|\$|!)$/;

/** Several words that stand side by side, as `"$@"` gives them; undefined when their number is unknown. */
export type Values = readonly Field[] | undefined;

/** The value of a parameter by name, or one of its values when there are several. */
export function parameterValue(name: string, scope: Scope, trial: Trial): Field {
  // What the script assigned comes first: even RANDOM loses its meaning once it was unset.
  const variable = scope.variables.get(name);
  if (variable !== undefined) return trial.choices.pick(`$${name}`, variable.values, unknown());
  if (INTEGERS.test(name)) return unknown("integer", "environment");
  if (/^\d+$/.test(name)) return positional(Number(name), scope);
  const { world } = trial;
  if (name === "HOME") return text(world.home);
  if (name === "IFS") return text(" \t\n");
  if (name === "PWD") return pickFolder("PWD", scope.cwds, trial);
  if (name === "OLDPWD") return pickFolder("OLDPWD", scope.previous, trial);
  const known = Object.hasOwn(world.env, name) ? world.env[name] : undefined;
  return known === undefined ? unknown("any", "environment") : text(known);
}

function pickFolder(name: string, folders: readonly string[] | undefined, trial: Trial): Field {
  if (folders === undefined) return unknown();
  return trial.choices.pick(`$${name}`, folders.map(text), unknown());
}

function positional(index: number, scope: Scope): Field {
  if (index === 0) return unknown("any", "environment");
  if (scope.positional === undefined) return unknown();
  return scope.positional[index - 1] ?? [];
}

/** All positional parameters, or all elements of an array. */
export function listValues(name: string, scope: Scope): Values {
  if (name === "@" || name === "*") return scope.positional;
  const variable = scope.variables.get(name);
  if (variable === undefined) return undefined;
  return variable.elements ?? (variable.values.length === 1 ? variable.values : undefined);
}

export function joined(values: readonly Field[]): Field {
  return join(...values.flatMap((value, at) => (at === 0 ? [value] : [text(" "), value])));
}

/** Whether a parameter is known to be set, known to be empty, or neither. */
export function emptiness(value: Field): "empty" | "full" | "either" {
  const known = literal(value);
  if (known === "") return "empty";
  return known !== undefined || value.some((piece) => piece.kind === "text") ? "full" : "either";
}
