import { isFree, type Seat } from "./seat.ts";

const ESCAPES = /\x1b(\[[0-?]*[ -/]*[@-~]|\].*?(\x07|\x1b\\))/g;

/** Reads what a shell prints behind a command, until its prompt is there. */
export class PromptBack {
  #asked = false;
  #drawn = false;

  /** `yes` when the prompt is whole, `soon` when it is if nothing follows. */
  seen(bytes: Buffer, seat: Seat | undefined): "yes" | "soon" | "no" {
    const text = bytes.toString("latin1");
    // The prompt is there when the shell asks for marked pastes and something is drawn, in whichever order.
    this.#asked ||= text.includes("\x1b[?2004h");
    this.#drawn ||= /[^\s]/.test(text.replace(ESCAPES, ""));
    if (this.#asked && this.#drawn) return "yes";
    if (!seat || !isFree(seat)) return "no";
    // fish puts the cursor behind its prompt when all of it is drawn; a plain prompt comes in one piece.
    const whole = (this.#drawn && text.endsWith(`\r\x1b[${seat.column}C`)) || seat.shell.kind === "posix";
    return whole ? "yes" : "soon";
  }
}
