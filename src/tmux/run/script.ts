import { ToolError } from "../../errors.ts";

/** How the shell in a pane wants to be spoken to. */
export type ShellKind = "bash" | "zsh" | "fish" | "posix" | "unknown";

const OSC = 7770;
const LONGEST_COMMAND = 262_144;

export interface Script {
  readonly token: string;
  readonly command: string;
  /** Keep the command out of the shell's history; our own line never is in it. */
  readonly suppressHistory: boolean;
}

/** Where a line will be typed. */
export interface Spot {
  readonly column: number;
  readonly width: number;
  readonly height: number;
}

/** Somebody may have begun to type where no command of ours was before: then the prompt ends before that column. */
export interface Looked extends Spot {
  readonly known: boolean;
}

/**
 * One command as it goes to a shell. The line is seen until the command begins; the rest is read unseen. A shell that
 * turns out to read something else, such as the end of an open quote, must find nothing in the rest that it could run:
 * the command is always spelled in characters that mean nothing to any shell.
 */
export interface Typing {
  readonly line: string;
  /** Sent at once behind the line. */
  readonly behind?: string;
  /**
   * Sent piece by piece, each when the shell says that it is ready for it. By the first time it is known where the line
   * stands, and so how it is wiped.
   */
  readonly later?: (wiped: string) => readonly string[];
  /** Sent instead of the first piece when there is nothing to run after all: the shell must not go on waiting unseen. */
  readonly nothing?: string;
}

/** Typed text shows its escapes as plain characters, so an echo never looks like a mark. */
export function mark(kind: "R" | "C" | "D", token: string, status = ""): string {
  return `\\033]${OSC};${kind};${token}${status && `;${status}`}\\a`;
}

export const MARK_START = `\x1b]${OSC};`;

/** Where a typed line begins, seen from the row below it. */
export interface Place {
  readonly up: number;
  readonly column: number;
}

/** Takes the typed line off the screen again; what follows stands where it stood. */
export function wipe({ up, column }: Place): string {
  // A screen that is cleared as a whole, from its first cell on, is moved into the scrollback.
  const clear = column === 0 ? "\\033[2G\\033[J\\033[1G\\033[K" : `\\033[${column + 1}G\\033[J`;
  return `\\033[${up}A${clear}`;
}

/** Where a line will stand once it is typed. */
export function placed(line: string, spot: Spot): Place {
  return { up: rows(line, spot), column: spot.column };
}

/** Rows a line takes on the screen when it is typed, the one where the cursor ends up included. */
export function rows(line: string, { column, width }: Pick<Spot, "column" | "width">): number {
  return Math.floor((column + line.length) / width) + 1;
}

/** A line that ends exactly at the edge leaves the cursor where terminals and shells disagree. */
export function offEdge(line: string, { column, width }: Spot): string {
  return (column + line.length) % width === 0 ? `${line} ` : line;
}

const HARMLESS = /[\w./,:=@%+-]/;

/** Spelled in octal escapes, for `printf %b` and for `$'…'`, with letters and the like left as they are. */
export function spell(text: string, style: "%b" | "$'"): string {
  const octal = style === "%b" ? "\\0" : "\\";
  let out = "";
  for (const byte of Buffer.from(text)) {
    const char = String.fromCharCode(byte);
    out += byte < 128 && HARMLESS.test(char) ? char : `${octal}${byte.toString(8).padStart(3, "0")}`;
  }
  return out;
}

export function checkCommand(command: string): void {
  if (command.length > LONGEST_COMMAND) {
    throw new ToolError("ExpectedToolError", "The command is longer than 256 KiB.", {
      suggestion: "Put it into a file and run that.",
    });
  }
  if (command.includes("\0"))
    throw new ToolError("ExpectedToolError", "A command cannot hold a NUL character.");
}
