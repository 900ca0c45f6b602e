import { mark, offEdge, placed, rows, type Script, spell, type Spot, type Typing, wipe } from "../script.ts";

/** A line longer than this is cut by a terminal that reads whole lines. */
const LONGEST_LINE = 3_000;

/** A shell without a line editor: the terminal shows what is typed, so the line is kept as short as one screen. */
export function plain(script: Script, spot: Spot): Typing | undefined {
  const take = `b=$(printf %b '${spell(script.command, "%b")}')`;
  const whole = (wiped: string) => ` (${body(take, script.token, wiped)})`;
  return whole("").length > LONGEST_LINE ? undefined : settled(whole, spot);
}

/** A shell we know nothing of, perhaps on another machine: nothing but a short line is ever shown. */
export function reading(script: Script): Typing {
  // Behind a line that goes on, such as `echo \\`, the parentheses are an error, and nothing is run.
  return {
    line: ` (eval "$(${reader(script.token, "'")})")`,
    later: (wiped) => laterOf(script, wiped, (code) => code),
    nothing: "\r",
  };
}

/** Turns the echo off, says it is ready, and prints the line it then reads; short enough for a pane of a few rows. */
export function reader(token: string, quote: string): string {
  return `stty -echo;printf ${quote}${mark("R", token)}${quote}>&2;head -n1;stty echo`;
}

/** The command in one line, or in pieces that the same shell joins: it needs no file and no argument for it. */
export function laterOf(
  script: Script,
  wiped: string,
  wrap: (code: string) => string,
  run?: string,
): string[] {
  const { token, command } = script;
  const spelled = spell(command, "%b");
  if (spelled.length < LONGEST_LINE)
    return [`${wrap(body(`b=$(printf %b '${spelled}')`, token, wiped, run))}\r`];
  const take = `stty -echo;printf '${mark("R", token)}';b=;while IFS= read -r l;do case $l in .)break;;esac;b=$b$l;done;stty echo;b=$(printf %b "$b")`;
  // Cut anywhere: the pieces are joined before anything reads the escapes. A piece must not be taken for the end.
  const pieces = spelled.match(/[^]{1,1000}/g)?.map((piece) => (piece === "." ? "\\0056" : piece)) ?? [];
  return [`${wrap(body(take, token, wiped, run))}\r`, `${[...pieces, "."].join("\r")}\r`];
}

/** Outlives the interruption of what it runs, so that the status is always told. */
export function body(take: string, token: string, wiped: string, run = `(eval "unset b l;$b")`): string {
  const begin = `printf '${wiped}%s\\n${mark("C", token)}' "$b"`;
  return `trap : INT QUIT;${take};${begin};${run};b=$?;printf '${mark("D", token, "%s")}' $b;exit $b`;
}

/**
 * How far to wipe depends on the line, which holds the wiping: its length is settled in a few rounds. What is longer than
 * the screen could not be wiped.
 */
export function settled(line: (wiped: string) => string, spot: Spot): Typing | undefined {
  let typed = line(wipe(placed("", spot)));
  for (let last = 0; last !== rows(typed, spot);) {
    last = rows(typed, spot);
    typed = offEdge(line(wipe(placed(typed, spot))), spot);
  }
  return rows(typed, spot) < spot.height - 1 ? { line: typed } : undefined;
}
