import { checkCommand, type Script, type ShellKind, type Spot, type Typing } from "../script.ts";
import { editing } from "./editing.ts";
import { fish } from "./fish.ts";
import { plain, reading } from "./plain.ts";

/** What to type for a command, in the words of the shell that will read it. */
export function compose(kind: ShellKind, script: Script, spot: Spot): Typing {
  checkCommand(script.command);
  if (kind === "bash" || kind === "zsh") return editing(kind, script, spot);
  if (kind === "fish") return fish(script, spot);
  return kind === "posix" ? plain(script, spot) : reading(script, spot);
}
