import { isAtPrompt } from "../foreground.ts";
import { Paper } from "../stream/paper.ts";
import type { Disguise } from "../server.ts";
import type { Entry } from "./entry.ts";

/** A shell says that it reads no more together with the end of the line it has read. */
const EITHER_MS = 50;

interface Either {
  readonly line: string;
  readonly stale: string | undefined;
  readonly late: NodeJS.Timeout;
}

/** What a pane says from a moment on, line by line, without what a person or a tool typed into it. */
export class Listener {
  readonly #paper: Paper;
  readonly #heard: (line: string, stale: string | undefined) => void;
  readonly #lines: string[] = [];
  #entry: Entry | undefined;
  /** Length of the prompt on the row being typed in; undefined while a program, not a prompt, has the row. */
  #prompt: number | undefined;
  #opening = false;
  /** Nobody knows whether the row where the wait began was typed or said. */
  #unsure = false;
  /** Such a row that has ended: typed if the shell says next that it reads no more, said if anything else comes. */
  #either: Either | undefined;
  /** Text of the row where the wait began, which is nothing new. */
  #stale: string | undefined;
  #echo = "";
  /** The line typed for a command of ours, and the lines its pane is about to show instead, each with its beginning. */
  #line = "";
  #shown: { readonly text: string; readonly column: number }[] = [];
  /** Something was shown that nobody typed. */
  sawOutput = false;
  sawAlternate = false;

  /**
   * `heard` is called with each line as it stands, blanks at its end included, whenever it may have changed, and with how
   * it began, if older.
   */
  constructor(heard: (line: string, stale: string | undefined) => void) {
    this.#heard = heard;
    this.#paper = new Paper(
      {
        leaving: (row) => this.#hear(row),
        newline: (row) => this.#newline(row),
        mode: (number, on) => this.#mode(number, on),
      },
      500,
    );
  }

  begin(entry: Entry): void {
    this.#entry = entry;
    this.#paper.alternate = entry.alternate;
    this.sawAlternate = entry.alternate;
    const row = (entry.screen[entry.cursorY] ?? "").padEnd(entry.cursorX);
    this.#paper.seed(row, entry.cursorX);
    this.#stale = row;
    this.#unsure = entry.unsure && !entry.alternate;
    if (entry.editing || this.#unsure) this.#prompt = 0;
  }

  /** What we typed ourselves comes back as an echo where no prompt line is drawn. */
  typed(text: string): void {
    this.#echo += text.replaceAll("\r", "\n");
  }

  /** A command we run is shown as if it had been typed at the prompt, which stands before that column. */
  disguised({ line, command, column }: Disguise): void {
    this.#line = line;
    this.#shown = command.split("\n").map((text, i) => ({ text, column: i === 0 ? column : 0 }));
  }

  output(bytes: Buffer): void {
    this.#paper.write(bytes);
    if (this.#opening && this.#paper.row !== "") {
      // A prompt is drawn in one go; what is added to its row later was typed.
      this.#prompt = this.#paper.row.length;
      this.#opening = false;
      this.#stale = undefined;
    }
    this.#hear(this.#paper.row);
  }

  /** The lines heard so far, the unfinished one included. */
  get lines(): readonly string[] {
    const last = this.#said(this.#paper.row).trimEnd();
    return last ? [...this.#lines, last] : this.#lines;
  }

  /** Nothing more is listened to. */
  end(): void {
    this.#settle("typed");
  }

  #hear(row: string): void {
    if (row !== "") this.#settle("said");
    const line = this.#said(row);
    if (line.trimEnd() === "") return;
    this.sawOutput = true;
    this.#heard(line, this.#stale);
  }

  /** The part of a row that was said, not typed, and is not older than the wait. */
  #said(row: string): string {
    return this.#saidBehind(row, this.#prompt);
  }

  #saidBehind(row: string, prompt: number | undefined): string {
    if (this.#isDisguise(row)) return "";
    if (this.#stale !== undefined) {
      if (row === this.#stale || prompt !== undefined) return "";
      return row.startsWith(this.#stale) && this.#withoutEcho(row).trimEnd() === this.#stale.trimEnd()
        ? ""
        : this.#withoutEcho(row);
    }
    if (prompt !== undefined) return row.slice(0, prompt);
    return this.#withoutEcho(row);
  }

  /** Whether a row is a piece of what we typed for a command, or the beginning of the next line we show. */
  #isDisguise(row: string): boolean {
    const next = this.#shown[0];
    if (!next) return false;
    for (const piece of [row.trim(), row.slice(next.column).trim()])
      if (piece !== "" && this.#line.includes(piece)) return true;
    for (let length = Math.min(next.text.length, row.length); length > 0; length -= 1) {
      if (row.length - length > next.column) return false;
      if (row.endsWith(next.text.slice(0, length))) return true;
    }
    return false;
  }

  #withoutEcho(row: string): string {
    const typed = this.#echo.split("\n", 1)[0] ?? "";
    for (let length = Math.min(typed.length, row.length); length > 0; length -= 1) {
      if (row.endsWith(typed.slice(0, length))) return row.slice(0, -length);
    }
    return row;
  }

  /** A row ends of which nobody knows yet what it was. */
  #endUnsure(row: string): void {
    this.#settle("said");
    const line = this.#unsure ? this.#saidBehind(row, undefined).trimEnd() : "";
    this.#unsure = false;
    if (line === "") return;
    const late = setTimeout(() => this.#settle("said"), EITHER_MS);
    this.#either = { line, stale: this.#stale, late };
  }

  #settle(was: "said" | "typed"): void {
    const either = this.#either;
    if (!either) return;
    clearTimeout(either.late);
    this.#either = undefined;
    if (was === "typed") return;
    this.#lines.push(either.line);
    this.sawOutput = true;
    this.#heard(either.line, either.stale);
  }

  #newline(row: string): void {
    this.#endUnsure(row);
    const line = this.#said(row).trimEnd();
    if (line) {
      this.#lines.push(line);
      if (this.#lines.length > 200) this.#lines.splice(0, 100);
    }
    const next = this.#shown[0];
    if (next && row.endsWith(next.text) && row.length - next.text.length <= next.column) {
      this.#shown.shift();
      this.#line = "";
    }
    const end = this.#echo.indexOf("\n");
    if (end >= 0) this.#echo = this.#echo.slice(end + 1);
    this.#stale = undefined;
    this.#prompt = undefined;
    this.#opening = false;
    this.sawOutput = true;
  }

  #mode(number: number, on: boolean): void {
    if (this.#paper.alternate) this.sawAlternate = true;
    if (number !== 2004) return;
    if (on) {
      this.#endUnsure(this.#paper.row);
      this.#settle("said");
      this.#opening = this.#atPrompt();
      this.#shown = [];
      return;
    }
    this.#echo = "";
    this.#unsure = false;
    this.#settle("typed");
  }

  /** Other programs ask for marked pastes too, and what they draw is output. */
  #atPrompt(): boolean {
    return this.#entry !== undefined && isAtPrompt(this.#entry.pid);
  }
}
