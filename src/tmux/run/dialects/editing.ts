import { mark, offEdge, placed, type Script, spell, type Spot, type Typing, wipe } from "../script.ts";

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
export function editing(kind: "bash" | "zsh", script: Script, spot: Spot): Typing | undefined {
  const line = offEdge(` if builtin read -rs __t;then ${EVAL[kind]};fi`, spot);
  const behind = program(kind, script, wipe(placed(line, spot)));
  return behind.length < LONGEST_BEHIND ? { line, behind: behind + LINE_END[kind] } : undefined;
}

/** The same in two steps. */
export function readingEdited(kind: "bash" | "zsh", script: Script): Typing {
  const ready = `$'${kind === "zsh" ? "__t?" : ""}${mark("R", script.token)}'`;
  const read = kind === "zsh" ? `read -rsd '${END}' ${ready}` : `read -rsd '${END}' -p ${ready} __t`;
  return {
    line: ` if builtin ${read};then ${EVAL[kind]};fi`,
    later: (wiped) => [program(kind, script, wiped) + END],
    nothing: END,
  };
}

/** Named as builtins, because a person may have aliases and functions of these names. One has a word to unquote. */
const EVAL = { bash: 'builtin eval "builtin eval $__t"', zsh: 'builtin eval "${(Q)__t}"' };
/** In bash the second mention is the function, once there is no variable of that name. */
const UNSET = { bash: "\\unset __o __t __t", zsh: "\\unset __o __t" };

/**
 * What traces commands or ends the shell at an error is for the command alone: it is off around it. bash does all of it
 * in a function, where the person's traps are not called; there a status would end a shell that ends at an error.
 */
function program(kind: "bash" | "zsh", { token, command, suppressHistory }: Script, wiped: string): string {
  const begin = print(`${wiped}%s\\n${mark("C", token)}`, `"$__t"`);
  const run = `(builtin eval "${UNSET[kind]};set $__o\n$__t")`;
  const end = print(mark("D", token, "%s"), kind === "bash" ? "$1" : "$?");
  const head = `__o=-\${-//[^exv]};set +exv;${kind === "bash" ? `${UNREMEMBERED};` : ""}__t='`;
  const kept = kind === "bash" ? "builtin history -s --" : "print -rs --";
  const steps =
    kind === "bash"
      ? `__t(){ builtin eval '${begin}\n${run}\nset -- $? $__o;${end};${UNSET.bash};set $2;[[ $2 = *e* ]]||return $1';}\n__t "$@"`
      : `${begin};{ ${run} } always { ${end};set $__o;${UNSET.zsh};! :; }`;
  const tail = `';${suppressHistory ? "" : `${kept} "$__t";`}${steps}`;
  const within = spell(command.replaceAll("'", `'\\''`), "$'");
  return ` $'${dense(head)}${within}${dense(tail)}'`;
}

function print(format: string, value: string): string {
  return `builtin printf "${format.replaceAll("\\033", "\\e")}" ${value}`;
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
  "[[ ! -o history || ${HISTCONTROL-} = *[sb][po]* || ${HISTIGNORE-} && $(history 1) != *__t* ]]||builtin history -d -1 2>&-||history -d $HISTCMD";
