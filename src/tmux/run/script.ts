import { ToolError } from "../../errors.ts";

/** How the shell in a pane wants to be spoken to. */
export type ShellKind = "bash" | "zsh" | "fish" | "posix";

export const OSC = 7770;
/** A line longer than this is cut by a terminal that reads whole lines. */
const LONGEST_LINE = 3_000;
const LONGEST_COMMAND = 262_144;

export interface Script {
  readonly kind: ShellKind;
  readonly token: string;
  readonly command: string;
  /** Keep the command out of the shell's history; our own line never is in it. */
  readonly suppressHistory: boolean;
}

/**
 * The one line that is typed: it turns the echo off, says it is ready and reads the rest unseen. Typed text shows its
 * escapes as plain characters, so an echo never looks like a mark.
 */
export function typedLine({ kind, token }: Pick<Script, "kind" | "token">): string {
  const mark = `\\033]${OSC};R;${token}\\a`;
  const reader = (quote: string) =>
    `stty -echo;printf ${quote}${mark}${quote}>&2;IFS= read -r x;stty echo;printf %s "$x"`;
  if (kind === "fish") return ` eval (sh -c '${reader('"')}'|string collect)`;
  // Two shells read unseen by themselves and say so only then; that saves the programs and the copies of the shell.
  if (kind === "bash") return ` IFS= read -rsp $'${mark}' __t;eval "$__t"`;
  if (kind === "zsh") return ` IFS= read -rs $'__t?${mark}';eval "$__t"`;
  return ` eval "$(${reader("'")})"`;
}

/** Rows the typed line takes on the screen: they are wiped before the command begins. */
export interface Echo {
  readonly rows: number;
  readonly column: number;
}

/** What is sent once the shell is ready, and for a long command what is sent when it says so again. */
export interface Unseen {
  readonly line: string;
  readonly pieces: readonly string[];
}

export function unseenLines(script: Script, echo: Echo): Unseen {
  const { kind, token, command } = script;
  if (command.length > LONGEST_COMMAND) {
    throw new ToolError("ExpectedToolError", "The command is longer than 256 KiB.", {
      suggestion: "Put it into a file and run that.",
    });
  }
  const spelled = spell(command);
  const short = spelled.length < LONGEST_LINE;
  // The pieces are read by the same shell that runs them, so a long command needs no file and no argument.
  const take = short
    ? `b='${spelled}'`
    : `stty -echo;printf '\\033]${OSC};R;${token}\\a';b=;while IFS= read -r l;do case $l in .)break;;esac;b=$b$l;done;stty echo`;
  const show = `printf '\\033[${echo.rows}A\\033[${echo.column}G\\033[J%s\\n\\033]${OSC};C;${token}\\a' "$b"`;
  const run = kind === "fish" ? `"$1" -c "$b"` : `(eval "unset b l;$b")`;
  const decode = kind === "bash" || kind === "zsh" ? `printf -v b %b "$b"` : `b=$(printf %b "$b")`;
  const whole = `trap : INT QUIT;${take};${decode};${show};${run};b=$?;printf '\\033]${OSC};D;${token};%s\\a' $b;exit $b`;
  const first =
    kind === "fish" ? `sh -c '${fishQuoted(whole)}' sh (status fish-path)` : `${before(script)}(${whole})`;
  return { line: first, pieces: short ? [] : [...pieces(spelled), "."] };
}

/**
 * Takes our variable away, and our line out of the history of a shell that keeps lines with a space in front; puts the
 * command into it when that is wanted.
 */
function before({ kind, token, command, suppressHistory }: Script): string {
  if (kind !== "bash" && kind !== "zsh") return "";
  const wanted =
    suppressHistory || command.length > LONGEST_LINE / 4 ? "" : `"$(printf %b '${spell(command)}')"`;
  if (kind === "zsh") return `unset __t;${wanted && `print -rs -- ${wanted};`}`;
  const drop = `case $(HISTTIMEFORMAT= history 1) in *${token}*)history -d -1 2>/dev/null||history -d $HISTCMD;;esac`;
  const kept = `case $HISTCONTROL in *ignorespace*|*ignoreboth*);;*)${drop};;esac;`;
  return `unset __t;${kept}${wanted && `history -s -- ${wanted};`}`;
}

/** Spelled for `printf %b` inside single quotes: only characters that no terminal and no shell takes for more. */
function spell(command: string): string {
  let out = "";
  for (const byte of Buffer.from(command)) {
    if (byte === 0) throw new ToolError("ExpectedToolError", "A command cannot hold a NUL character.");
    if (byte === 92) out += "\\\\";
    else if (byte === 10) out += "\\n";
    else if (byte < 32 || byte === 39 || byte >= 127) out += `\\0${byte.toString(8).padStart(3, "0")}`;
    else out += String.fromCharCode(byte);
  }
  return out;
}

/** Cut anywhere: the pieces are joined again before anything reads the escapes. */
function pieces(spelled: string): string[] {
  // A piece must not be taken for the end.
  return spelled.match(/[^]{1,1000}/g)?.map((piece) => (piece === "." ? "\\0056" : piece)) ?? [];
}

function fishQuoted(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
}
