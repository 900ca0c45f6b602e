import { isRule, unboxed } from "./frame.ts";
import type { Row, Screen } from "./rows.ts";

export interface Option {
  /** The number the program shows, else the place in the list counted from 1. */
  readonly id: string;
  readonly label: string;
  /** Text under or beside the label. */
  readonly detail: string;
  readonly selected: boolean;
  readonly row: number;
}

export interface OptionList {
  readonly options: readonly Option[];
  readonly first: number;
  readonly last: number;
}

interface Line {
  readonly cursor: boolean;
  readonly number: number | undefined;
  readonly column: number;
  readonly label: string;
  readonly detail: string;
}

/** A label that fills the row to its end may follow the number without a blank. */
const NUMBERED =
  /^(\s*)(?:([❯›●•◉>▶▸►➤➜→*]|\(checked\)|\([•x*]\))\s+)?(\d{1,2})[.)](?:\s+|(?=[^\s\d.]))(\S.*)$/;
/** Without a number a filled dot is no cursor: transcripts mark what was said with it. */
const MARKED = /^(\s*)([❯›>▶▸►➤➜→◉]|\([•x*]\))\s+(\S.*)$/;

/**
 * The lowest list of choices with the cursor on one of them. Numbers must run on without a gap, and rows without numbers
 * must stand in one column: a sentence that happens to hold "1. Yes" is no list.
 */
export function lowestList(screen: Screen, from = 0, to = screen.rows.length): OptionList | undefined {
  for (let at = to - 1; at >= from; at -= 1) {
    const line = read(screen.rows[at]);
    if (!line?.cursor) continue;
    const list =
      line.number === undefined ? unnumbered(screen, at, { from, to }) : numbered(screen, at, { from, to });
    if (list) return list;
  }
  return undefined;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function read(row: Row | undefined): Line | undefined {
  if (!row || row.blank) return undefined;
  const { text } = open(row);
  const match = NUMBERED.exec(text);
  if (match) {
    const [, , cursor, number, rest = ""] = match;
    return {
      cursor: cursor !== undefined,
      number: Number(number),
      column: text.indexOf(`${number}`),
      ...split(rest),
    };
  }
  const marked = MARKED.exec(text);
  if (!marked) return undefined;
  const [, , , rest = ""] = marked;
  return { cursor: true, number: undefined, column: text.indexOf(rest), ...split(rest) };
}

/** A row out of its box, with the mark of a choice not taken left out, columns kept. */
function open(row: Row): Row {
  const bare = unboxed(row);
  const mark = /^\s*(?:\( \)|[○◯])(?= )/.exec(bare.text)?.[0].length ?? 0;
  if (mark === 0) return bare;
  const text = " ".repeat(mark) + bare.text.slice(mark);
  return { ...bare, text, indent: text.length - text.trimStart().length };
}

/** An explanation may stand beside the label, two or more blanks away. */
function split(rest: string): { label: string; detail: string } {
  const [label = "", ...detail] = rest.trim().split(/\s{2,}/);
  return { label: label.replace(/\s*✔$/, ""), detail: detail.join(" ") };
}

function numbered(screen: Screen, cursorAt: number, range: Range): OptionList | undefined {
  const found = new Map<number, number>([[cursorAt, read(screen.rows[cursorAt])?.number ?? 0]]);
  for (const step of [-1, 1]) {
    let expected = (found.get(cursorAt) ?? 0) + step;
    for (let at = cursorAt + step, gap = 0; at >= range.from && at < range.to && gap < 6; at += step) {
      const row = screen.rows[at];
      const line = read(row);
      if (line?.number === expected && !line.cursor) {
        found.set(at, expected);
        expected += step;
        gap = 0;
      } else if (line?.number !== undefined || (row && !row.blank && !belongs(row))) break;
      else gap += 1;
    }
  }
  if (found.size < 2) return undefined;
  const rows = [...found.keys()].toSorted((a, b) => a - b);
  return listed(screen, rows, range);
}

/** Rows that may stand between two numbered ones: an explanation further in, a rule, the side of a box. */
function belongs(row: Row): boolean {
  return isRule(row) || unboxed(row).blank || unboxed(row).indent >= 2;
}

/** A result below a sent command: then the command's mark is no cursor. */
const HANGS = /^\s*⎿/;

function unnumbered(screen: Screen, cursorAt: number, range: Range): OptionList | undefined {
  const cursor = read(screen.rows[cursorAt]);
  if (!cursor) return undefined;
  const rows = [cursorAt];
  for (const step of [-1, 1]) {
    for (let at = cursorAt + step; at >= range.from && at < range.to; at += step) {
      const row = screen.rows[at];
      if (!row || open(row).blank || open(row).indent !== cursor.column || HANGS.test(row.text)) break;
      rows.push(at);
    }
  }
  return rows.length < 2
    ? undefined
    : listed(
        screen,
        rows.toSorted((a, b) => a - b),
        range,
      );
}

function listed(screen: Screen, rows: readonly number[], range: Range): OptionList {
  let last = rows.at(-1) ?? 0;
  const options = rows.map((at, index): Option => {
    const row = screen.rows[at];
    const line = read(row) ?? { cursor: false, number: undefined, ...split(row ? open(row).text : "") };
    const end = rows[index + 1] ?? range.to;
    const below: Row[] = [];
    for (let next = at + 1; next < end; next += 1) {
      const under = screen.rows[next];
      const bare = under && unboxed(under);
      if (!bare || bare.blank || isRule(bare) || bare.indent < (row ? unboxed(row).indent + 3 : 3)) break;
      below.push(bare);
      last = Math.max(last, next);
    }
    const words = below.map(({ text }) => text.trim());
    const more = row && line.detail === "" ? wraps(screen, unboxed(row), below) : 0;
    return {
      id: String(line.number ?? index + 1),
      label: [line.label, ...words.slice(0, more)].join(" "),
      detail: [line.detail, ...words.slice(more)].filter(Boolean).join(" "),
      selected: line.cursor,
      row: at,
    };
  });
  return { options, first: rows[0] ?? 0, last };
}

/** Programs leave some columns free at the right edge. */
const MARGIN = 4;

/** How many rows a label goes on for: each time the next word had no room where the row before ended. */
function wraps({ rows }: Screen, first: Row, below: readonly Row[]): number {
  const width = Math.max(...rows.map(({ text }) => text.length)) - MARGIN;
  const fits = below.findIndex(({ text }, at) => {
    const before = at === 0 ? first : below[at - 1];
    const word = /\S+/.exec(text)?.[0] ?? "";
    return (before?.text.length ?? 0) + 1 + word.length <= width;
  });
  return fits < 0 ? below.length : fits;
}

/** Most rows a choice without a cursor wraps to in a narrow terminal. */
const WRAPS = 4;

/** Numbered choices without a cursor, as screen-reader renderings print them: the rows right above `below`. */
export function plainList(screen: Screen, below: number): OptionList | undefined {
  const rows: number[] = [];
  for (let at = below - 1, expected: number | undefined; at >= 0 && expected !== 0; at -= 1) {
    const number = read(screen.rows[at])?.number;
    if (number !== undefined && number === (expected ?? number)) {
      rows.unshift(at);
      expected = number - 1;
    } else if (screen.rows[at]?.blank || (rows[0] ?? below) - at > WRAPS) break;
  }
  const [first] = rows;
  if (first === undefined || rows.length < 2 || read(screen.rows[first])?.number !== 1) return undefined;
  const { options, last } = listed(screen, rows, { from: 0, to: below });
  return { options: options.map((option, at) => whole(screen, option, rows[at + 1] ?? below)), first, last };
}

/** An option with the rows its label wraps to, which begin in the first column. */
function whole({ rows }: Screen, option: Option, end: number): Option {
  const rest = rows.slice(option.row + 1, end).filter(({ indent }) => indent < 3);
  return { ...option, label: [option.label, ...rest.map(({ text }) => text.trim())].join(" ") };
}
