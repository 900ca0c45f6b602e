import { width } from "../width.ts";

const PLAIN = /^[\x20-\x7e]*$/;

/** One row as a terminal has it: text whose places are columns, where a character may take none, one or two. */
export class Row {
  text: string;
  /** How many columns the text takes. */
  width: number;
  /** One column for each UTF-16 unit: then places in the text are columns. */
  #plain: boolean;

  constructor(text = "") {
    this.text = text;
    this.#plain = PLAIN.test(text);
    this.width = this.#plain ? text.length : widthOf(text);
  }

  /** Writes over what stands there. Returns the column behind it. */
  put(run: string, column: number): number {
    const plain = PLAIN.test(run);
    const taken = plain ? run.length : widthOf(run);
    if (column === this.width) this.#become(this.text + run, column + taken, plain);
    else this.#replace(this.head(column) + run + this.tail(column + taken));
    return column + taken;
  }

  /** Exactly this many columns from the left, filled up with blanks. */
  head(columns: number): string {
    if (columns >= this.width) return this.text + " ".repeat(columns - this.width);
    if (this.#plain) return this.text.slice(0, columns);
    const { index, reached } = this.#find(columns, false);
    return this.text.slice(0, index) + " ".repeat(columns - reached);
  }

  /** What stands from this column on. Half a wide character is a blank. */
  tail(column: number): string {
    if (column >= this.width) return "";
    if (this.#plain) return this.text.slice(column);
    const { index, reached } = this.#find(column, true);
    return " ".repeat(reached - column) + this.text.slice(index);
  }

  #replace(text: string): void {
    const plain = PLAIN.test(text);
    this.text = text;
    this.width = plain ? text.length : widthOf(text);
    this.#plain = plain;
  }

  #become(text: string, columns: number, plain: boolean): void {
    this.text = text;
    this.width = columns;
    this.#plain &&= plain;
  }

  /** The last whole character before the column, or the first at or behind it; marks stay with their character. */
  #find(column: number, behind: boolean): { index: number; reached: number } {
    let index = 0;
    let reached = 0;
    for (const character of this.text) {
      const taken = width(character.codePointAt(0) ?? 0);
      if (behind ? reached >= column && taken > 0 : reached + taken > column) break;
      reached += taken;
      index += character.length;
    }
    return { index, reached };
  }
}

function widthOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += width(character.codePointAt(0) ?? 0);
  return columns;
}
