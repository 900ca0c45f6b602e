import { StringDecoder } from "node:string_decoder";
import { Row } from "./row.ts";

export interface PaperEvents {
  /** A row is about to be left, rewritten or wiped; what it says now may be seen for the last time. */
  leaving?(row: string): void;
  /** A row was ended by a line end. */
  newline?(row: string): void;
  /** A private mode was switched, such as 1049 for the alternate screen. */
  mode?(number: number, on: boolean): void;
}

const TEXT = /[^\x00-\x1f\x7f]+/y;
// Control sequences, strings (ended by BEL or ST), charset choices, and two-character escapes.
const ESCAPE =
  /\x1b(?:\[([0-?]*)[ -/]*([@-~])|[\]PX^_]([^\x07\x1b]*(?:\x1b(?!\\)[^\x07\x1b]*)*)(?:\x07|\x1b\\)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~])/y;
const LONGEST_HELD = 65_536;

/**
 * What a program wrote, read as on paper of endless width: rows are overwritten, erased and climbed as on a screen, but
 * nothing wraps and nothing scrolls away until `keep` rows are there.
 */
export class Paper {
  readonly rows: string[] = [""];
  readonly #events: PaperEvents;
  readonly #keep: number;
  readonly #decoder = new StringDecoder("utf8");
  #held = "";
  #row = 0;
  #column = 0;
  #known: Row | undefined;
  /** Rows that were let go at the top. */
  dropped = 0;
  alternate = false;

  constructor(events: PaperEvents = {}, keep = Number.POSITIVE_INFINITY) {
    this.#events = events;
    this.#keep = keep;
  }

  /** The row the cursor is in. */
  get row(): string {
    return this.rows[this.#row] ?? "";
  }

  /** The same row by its columns. Made anew when the cursor has come to another row. */
  get #line(): Row {
    if (this.#known?.text !== this.row) this.#known = new Row(this.row);
    return this.#known;
  }

  /** Puts what stands on the cursor's row already, and where in it the cursor is. */
  seed(text: string, column: number): void {
    this.rows[this.#row] = text;
    this.#column = column;
  }

  write(bytes: Buffer): void {
    this.#read(this.#decoder.write(bytes));
  }

  /** Nothing more comes: half a character at the end is shown as what it is. */
  end(): void {
    this.#read(this.#decoder.end());
  }

  #read(fresh: string): void {
    const text = this.#held + fresh;
    this.#held = "";
    let at = 0;
    while (at < text.length) {
      TEXT.lastIndex = at;
      const run = TEXT.exec(text)?.[0];
      if (run !== undefined) {
        if (!this.alternate) this.#put(run);
        at += run.length;
      } else if (text[at] === "\x1b") {
        ESCAPE.lastIndex = at;
        const escape = ESCAPE.exec(text);
        if (!escape) {
          // Not whole yet, or no escape sequence at all: then the sign itself is skipped.
          if (
            text.length - at < LONGEST_HELD &&
            /^\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07]*|[ -/]*)$/.test(text.slice(at))
          ) {
            this.#held = text.slice(at);
            return;
          }
          at += 1;
        } else {
          if (escape[2] !== undefined) this.#control(escape[1] ?? "", escape[2]);
          at += escape[0].length;
        }
      } else {
        this.#sign(text.charCodeAt(at));
        at += 1;
      }
    }
  }

  #put(run: string): void {
    const line = this.#line;
    this.#column = line.put(run, this.#column);
    this.rows[this.#row] = line.text;
  }

  #sign(code: number): void {
    if (this.alternate) return;
    // Terminals take a vertical tab and a form feed for a line end.
    if (code >= 10 && code <= 12) this.#down(true);
    else if (code === 13) {
      if (this.#column > 0) this.#events.leaving?.(this.row);
      this.#column = 0;
    } else if (code === 8) this.#column = Math.max(0, this.#column - 1);
    else if (code === 9) this.#column = (Math.floor(this.#column / 8) + 1) * 8;
  }

  #down(written: boolean): void {
    const row = this.row;
    this.#events.leaving?.(row);
    this.#row += 1;
    if (this.#row === this.rows.length) this.rows.push("");
    if (written) this.#events.newline?.(row);
    // Let go in large bites: cutting off one row at a time would move all the others each time.
    if (this.rows.length > this.#keep * 2) {
      const away = this.rows.length - this.#keep;
      this.rows.splice(0, away);
      this.dropped += away;
      this.#row = Math.max(0, this.#row - away);
    }
  }

  #control(parameters: string, final: string): void {
    if (parameters.startsWith("?")) {
      if (final === "h" || final === "l")
        for (const mode of parameters.slice(1).split(";")) this.#mode(Number(mode), final === "h");
      return;
    }
    if (this.alternate || !/^[0-9;]*$/.test(parameters)) return;
    const amount = Math.min(Number(parameters.split(";")[0]) || 0, 10_000);
    const count = amount || 1;
    if (final === "C") this.#column += count;
    else if (final === "D") this.#column = Math.max(0, this.#column - count);
    else if (final === "G" || final === "`") this.#column = count - 1;
    else if (final === "A" || final === "F") this.#climb(count, final === "F");
    else if (final === "B" || final === "E") this.#descend(count, final === "E");
    else if (final === "H" || final === "f") this.#jump(Number(parameters.split(";")[1]) || 1);
    else this.#erase(final, amount);
  }

  #erase(final: string, amount: number): void {
    const line = this.#line;
    const column = this.#column;
    const count = amount || 1;
    const rewrite = (text: string) => (this.rows[this.#row] = text);
    // What is erased up to the end of the row leaves no blanks behind.
    const before = line.head(Math.min(column, line.width));
    if (final === "K") {
      this.#events.leaving?.(line.text);
      if (amount === 0) rewrite(before);
      else rewrite(amount === 2 ? "" : " ".repeat(column) + line.tail(column));
    } else if (final === "J") {
      this.#events.leaving?.(line.text);
      if (amount === 0) {
        rewrite(before);
        this.rows.length = this.#row + 1;
      }
    } else if (final === "P") rewrite(before + line.tail(column + count));
    else if (final === "X") {
      const wiped = Math.min(count, Math.max(0, line.width - column));
      rewrite(before + " ".repeat(wiped) + line.tail(column + wiped));
    } else if (final === "@") rewrite(line.head(column) + " ".repeat(count) + line.tail(column));
  }

  #climb(count: number, toStart: boolean): void {
    this.#events.leaving?.(this.row);
    this.#row = Math.max(0, this.#row - count);
    if (toStart) this.#column = 0;
  }

  #descend(count: number, toStart: boolean): void {
    for (let i = 0; i < Math.min(count, 200); i += 1) this.#down(false);
    if (toStart) this.#column = 0;
  }

  /** Paper has no top of the screen, so a jump begins a row of its own. */
  #jump(column: number): void {
    this.#row = this.rows.length - 1;
    if (this.row !== "") this.#down(false);
    this.#column = Math.max(0, column - 1);
  }

  #mode(number: number, on: boolean): void {
    if (number === 1049 || number === 47 || number === 1047) this.alternate = on;
    this.#events.mode?.(number, on);
  }
}
