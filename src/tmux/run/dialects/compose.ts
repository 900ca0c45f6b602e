import { checkCommand, type Looked, rows, type Script, type ShellKind, type Typing } from "../script.ts";
import { editing, readingEdited } from "./editing.ts";
import { fish, readingFish } from "./fish.ts";
import { plain, reading } from "./plain.ts";

/**
 * What to type for a command, in the words of the shell that will read it: all at once where the prompt is known, else in
 * steps, with a look in between at where the line stands. A pane too small for that look is typed into at once.
 */
export function compose(kind: ShellKind, script: Script, spot: Looked): Typing {
  checkCommand(script.command);
  const steps = stepwise(kind, script);
  if (!spot.known && rows(steps.line, spot) < spot.height) return steps;
  return atOnce(kind, script, spot) ?? steps;
}

function stepwise(kind: ShellKind, script: Script): Typing {
  if (kind === "bash" || kind === "zsh") return readingEdited(kind, script);
  return kind === "fish" ? readingFish(script) : reading(script);
}

/** Undefined where all of it would be too long. */
function atOnce(kind: ShellKind, script: Script, spot: Looked): Typing | undefined {
  if (kind === "bash" || kind === "zsh") return editing(kind, script, spot);
  if (kind === "fish") return fish(script, spot);
  return kind === "posix" ? plain(script, spot) : undefined;
}
