import { mark, offEdge, type Script, spell, type Spot, type Typing, wipe } from "../script.ts";

/** What a terminal holds back for a program that has not asked for it yet. */
const LONGEST_BEHIND = 1_800;
/** While they edit, one swaps the two kinds of line end and the other takes them as they come. */
const LINE_END = { bash: "\n", zsh: "\r" };
/** Ends what is read without a limit; never part of what is spelled. */
const END = "~";

/**
 * bash and zsh edit the line themselves, with the echo off: what arrives behind the line waits unseen until the line
 * reads it. As the only command of an `if` the running one may be interrupted without the shell dropping what follows.
 */
export function editing(kind: "bash" | "zsh", script: Script, spot: Spot): Typing {
  const { token } = script;
  const short = offEdge(` if IFS= read -rs __t;then eval "eval $__t";fi`, spot);
  const behind = program(kind, script, wipe(short, spot));
  if (behind.length < LONGEST_BEHIND) return { line: short, behind: behind + LINE_END[kind] };
  const ready = `$'${kind === "zsh" ? "__t?" : ""}${mark("R", token)}'`;
  const read = kind === "zsh" ? `read -rsd '${END}' ${ready}` : `read -rsd '${END}' -p ${ready} __t`;
  const long = offEdge(` if IFS= ${read};then eval "eval $__t";fi`, spot);
  return { line: long, later: [program(kind, script, wipe(long, spot)) + END] };
}

function program(kind: "bash" | "zsh", { token, command, suppressHistory }: Script, wiped: string): string {
  const unset = kind === "bash" ? "unset __t __t" : "unset __t;unset -f __t";
  const run = `(eval "${unset};$__t")`;
  const head = `${kind === "bash" ? `${UNREMEMBERED}\n` : ""}__t='`;
  const tail = [
    "'",
    suppressHistory ? "" : kind === "bash" ? `history -s -- "$__t"` : `print -rs -- "$__t"`,
    `__t(){ printf '${mark("D", token, "%s")}' $1;${unset};return $1;}`,
    `printf '${wiped}%s\\n${mark("C", token)}' "$__t"`,
    kind === "bash" ? `${run}\n__t $?` : `{ ${run} } always { __t $?; }`,
  ];
  const within = spell(command.replaceAll("'", `'\\''`), "$'");
  return `$'${dense(head)}${within}${dense(tail.filter(Boolean).join("\n"))}'`;
}

/**
 * Our own words are spelled as short as they can be, because a shell reads them from the terminal byte by byte. They keep
 * to one word and leave an open quote open, which is enough for words that do no harm.
 */
function dense(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replace(/['!~]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
}

/** Takes our line out of the history of a bash that keeps lines with a space in front. */
const UNREMEMBERED =
  "[[ -o history && ! $HISTCONTROL =~ space|both ]]&&[[ ! $HISTIGNORE || $(history 1) = *__t* ]]&&{ history -d -1||history -d $HISTCMD;} 2>&-";
