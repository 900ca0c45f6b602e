import { mark, offEdge, rows, type Script, spell, type Spot, type Typing, wipe } from "../script.ts";

/** A line longer than this is cut by a terminal that reads whole lines. */
const LONGEST_LINE = 3_000;

/** A shell without a line editor: the terminal shows what is typed, so the line is kept as short as one screen. */
export function plain(script: Script, spot: Spot): Typing {
  const spelled = spell(script.command, "%b");
  const columns = spot.column + spelled.length + 200;
  if (columns > LONGEST_LINE || columns > spot.width * (spot.height - 2)) return reading(script, spot);
  const whole = (wiped: string) => ` (${body(`b=$(printf %b '${spelled}')`, script.token, wiped)})`;
  return settled(whole, spot);
}

/** A shell we know nothing of, perhaps on another machine: nothing but a short line is ever shown. */
export function reading(script: Script, spot: Spot): Typing {
  const line = offEdge(` eval "$(${reader(script.token, "'")})"`, spot);
  return { line, later: laterOf(script, wipe(line, spot), (code) => `(${code})`) };
}

/** Turns the echo off, says it is ready, and prints the line it then reads. */
export function reader(token: string, quote: string): string {
  return `stty -echo;printf ${quote}${mark("R", token)}${quote}>&2;IFS= read -r x;stty echo;printf %s "$x"`;
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

/** How far to wipe depends on the line, which holds the wiping: its length is settled in a few rounds. */
export function settled(line: (wiped: string) => string, spot: Spot): Typing {
  let typed = line(wipe("", spot));
  for (let last = 0; last !== rows(typed, spot);) {
    last = rows(typed, spot);
    typed = offEdge(line(wipe(typed, spot)), spot);
  }
  return { line: typed };
}
