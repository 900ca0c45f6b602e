import type { Word } from "../grammar.ts";
import type { World } from "../world.ts";
import { text, unknown, type Field } from "./field.ts";
import type { Scope } from "./scope.ts";

const PREFIX = /^~([A-Za-z0-9_.-]*|\+)(?=\/|$)/;

/** What an unquoted tilde at the start of a word stands for, and how much of the word it takes. */
export function tilde(word: Word, scope: Scope, world: World): { value: Field; length: number } | undefined {
  if (!word.text.startsWith("~")) return undefined;
  const first =
    word.parts === undefined ? word.text : word.parts[0]?.type === "Literal" ? word.parts[0].text : "";
  const match = PREFIX.exec(first);
  if (match === null) return undefined;
  // The prefix must end inside this literal: `~"x"` is no tilde at all.
  if (match[0].length === first.length && word.parts !== undefined && word.parts.length > 1) return undefined;
  return { value: homeOf(match[1] ?? "", scope, world), length: match[0].length };
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
