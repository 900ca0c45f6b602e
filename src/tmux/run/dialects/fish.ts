import { type Script, spell, type Spot, type Typing } from "../script.ts";
import { body, laterOf, reader, settled } from "./plain.ts";

/**
 * fish has no copies of itself to run a command in: a second one does, below a shell that tells how it ended. It is handed
 * the command as an argument, because only `eval` has a status for what cannot be read.
 */
const RUN = `"$1" -c "eval set -e argv\\\\n\\$argv" -- "$b"`;
/** Its editor colours and completes what is typed, so long lines cost more than a second step. */
const LONGEST_LINE = 600;

export function fish(script: Script, spot: Spot): Typing | undefined {
  const take = `b=$(printf %b "${spell(script.command, "%b")}")`;
  const whole = (wiped: string) => ` ${wrapped(body(take, script.token, wiped, RUN))}`;
  return whole("").length > LONGEST_LINE ? undefined : settled(whole, spot);
}

export function readingFish(script: Script): Typing {
  // Behind a line that goes on, such as `echo \\`, the end has no beginning, and nothing is run.
  return {
    line: ` begin;eval (sh -c '${reader(script.token, '"')}');end`,
    later: (wiped) => laterOf(script, wiped, wrapped, RUN),
    nothing: "\r",
  };
}

function wrapped(code: string): string {
  return `sh -c '${code.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}' sh (status fish-path)`;
}
