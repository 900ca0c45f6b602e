import type { Word } from "../grammar.ts";
import type { World } from "../world.ts";
import { text, unknown, type Field } from "./field.ts";
import type { Scope } from "./scope.ts";

/** At the start of a word, or after the `=` of a word that looks like an assignment. */
const PREFIX = /^((?:[A-Za-z_]\w*\+?=)?)~([A-Za-z0-9_.-]*|\+)(?=[/:]|$)/;

export interface Tilde {
  readonly value: Field;
  /** Text before the tilde. */
  readonly before: string;
  /** How much of the word the text before, the tilde and the user's name take. */
  readonly length: number;
}

/** What an unquoted tilde stands for. A word made by brace expansion no longer looks like an assignment. */
export function tilde(word: Word, scope: Scope, world: World, braced: boolean): Tilde | undefined {
  if (!word.text.includes("~")) return undefined;
  const first =
    word.parts === undefined ? word.text : word.parts[0]?.type === "Literal" ? word.parts[0].text : "";
  const line = first.replaceAll("\\\n", "");
  const match = PREFIX.exec(line);
  if (match === null || (braced && match[1] !== "")) return undefined;
  // The prefix must end inside this literal: `~"x"` is no tilde at all.
  const [whole, before = "", user = ""] = match;
  if (whole.length === line.length && word.parts !== undefined && word.parts.length > 1) return undefined;
  return { value: homeOf(user, scope, world), before, length: whole.length };
}

function homeOf(user: string, scope: Scope, world: World): Field {
  if (user === "") {
    const set = scope.variables.get("HOME");
    return set === undefined ? text(world.home) : (set.values[0] ?? unknown());
  }
  if (user === "+") return scope.cwds?.length === 1 ? text(scope.cwds[0] ?? "") : unknown();
  if (user === "-") return scope.previous?.length === 1 ? text(scope.previous[0] ?? "") : unknown();
  if (user === "root") return text(world.platform === "macos" ? "/var/root" : "/root");
  if (world.home.endsWith(`/${user}`)) return text(world.home);
  return unknown();
}
