import { isAtPrompt } from "../foreground.ts";
import { Paper } from "../stream/paper.ts";
import type { Entry } from "./entry.ts";

/** What a pane says from a moment on, line by line, without what a person or a tool typed into it. */
export class Listener {
  readonly #paper: Paper;
  readonly #heard: (line: string, stale: string | undefined) => void;
  readonly #lines: string[] = [];
  #entry: Entry | undefined;
  /** Length of the prompt on the row being typed in; undefined while a program, not a prompt, has the row. */
  #prompt: number | undefined;
  #opening = false;
  /** Text of the row where the wait began, which is nothing new. */
  #stale: string | undefined;
  #echo = "";
  /** Something was shown that nobody typed. */
  sawOutput = false;
  sawAlternate = false;

  /** `heard` is called with each line as it stands whenever it may have changed, and with how it began, if older. */
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
    if (entry.editing) this.#prompt = 0;
  }

  /** What we typed ourselves comes back as an echo where no prompt line is drawn. */
  typed(text: string): void {
    this.#echo += text.replaceAll("\r", "\n");
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
    const last = this.#said(this.#paper.row);
    return last ? [...this.#lines, last] : this.#lines;
  }

  #hear(row: string): void {
    const line = this.#said(row);
    if (line === "") return;
    this.sawOutput = true;
    this.#heard(line, this.#stale);
  }

  /** The part of a row that was said, not typed, and is not older than the wait. */
  #said(row: string): string {
    if (this.#stale !== undefined) {
      if (row === this.#stale || this.#prompt !== undefined) return "";
      return row.startsWith(this.#stale) && this.#withoutEcho(row) === this.#stale.trimEnd()
        ? ""
        : this.#withoutEcho(row);
    }
    if (this.#prompt !== undefined) return row.slice(0, this.#prompt).trimEnd();
    return this.#withoutEcho(row);
  }

  #withoutEcho(row: string): string {
    const typed = this.#echo.split("\n", 1)[0] ?? "";
    for (let length = Math.min(typed.length, row.length); length > 0; length -= 1) {
      if (row.endsWith(typed.slice(0, length))) return row.slice(0, -length).trimEnd();
    }
    return row.trimEnd();
  }

  #newline(row: string): void {
    const line = this.#said(row);
    if (line) {
      this.#lines.push(line);
      if (this.#lines.length > 200) this.#lines.splice(0, 100);
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
      this.#opening = this.#atPrompt();
      return;
    }
    this.#echo = "";
  }

  /** Other programs ask for marked pastes too, and what they draw is output. */
  #atPrompt(): boolean {
    return this.#entry !== undefined && isAtPrompt(this.#entry.pid);
  }
}
