import { offEdge, type Script, spell, type Spot, type Typing, wipe } from "../script.ts";
import { body, laterOf, reader, settled } from "./plain.ts";

/** fish has no copies of itself to run a command in: a second one does, below a shell that tells how it ended. */
const RUN = `"$1" -c "$b"`;
/** Its editor colours and completes what is typed, so long lines cost more than a second step. */
const LONGEST_LINE = 600;

export function fish(script: Script, spot: Spot): Typing {
  const take = `b=$(printf %b "${spell(script.command, "%b")}")`;
  const whole = (wiped: string) => wrapped(body(take, script.token, wiped, RUN));
  if (whole("").length < LONGEST_LINE) return settled((wiped) => ` ${whole(wiped)}`, spot);
  const line = offEdge(` eval (sh -c '${reader(script.token, '"')}'|string collect)`, spot);
  return { line, later: laterOf(script, wipe(line, spot), wrapped, RUN) };
}

function wrapped(code: string): string {
  return `sh -c '${code.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}' sh (status fish-path)`;
}
