import type { Cell, Colour, Screen, Style } from "./cells.ts";

/** What the picture is made of, in its own units: a monospaced face is 0.602 as wide as it is high. */
const FONT = 14;
const WIDE = 8.43;
const HIGH = 17;
const BASELINE = 13;
const MARGIN = 8;
const INK = 0xd4d4d4;
const PAPER = 0x1e1e1e;

/** Fonts a viewer may have, the wide scripts last. */
const FAMILIES =
  "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, Noto Sans Mono, Noto Sans CJK JP, WenQuanYi Micro Hei, monospace";

export interface Cursor {
  readonly column: number;
  readonly row: number;
}

/** Each character is set at its own column, so that no font can shift the ones after it. */
export function drawSvg({ columns, rows }: Screen, cursor: Cursor | undefined): string {
  const size = { width: round(columns * WIDE + 2 * MARGIN), height: rows.length * HIGH + 2 * MARGIN };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" font-family="${FAMILIES}" font-size="${FONT}">`,
    `<rect width="100%" height="100%" fill="${hex(PAPER)}"/>`,
    ...rows.flatMap((row, index) => backgrounds(row, index)),
    ...(cursor ? [cursorBox(cursor)] : []),
    ...rows.flatMap((row, index) => runs(row).map((run) => text(run, index))),
    "</svg>",
  ].join("\n");
}

function backgrounds(row: readonly Cell[], index: number): string[] {
  const painted = row.filter(({ style }) => style.background.kind !== "default");
  return joined(painted, (a, b) => same(a.style.background, b.style.background)).map((cells) => {
    const [first] = cells;
    const columns = cells.reduce((sum, cell) => sum + cell.columns, 0);
    if (!first) return "";
    return `<rect x="${left(first.column)}" y="${top(index)}" width="${round(columns * WIDE)}" height="${HIGH}" fill="${paint(first.style.background, PAPER)}"/>`;
  });
}

/** Letters of one look that stand side by side; anything that is not one plain letter stands alone. */
function runs(row: readonly Cell[]): Cell[][] {
  const seen = row.filter(({ text, style }) => text.trim() !== "" || style.underline || style.struck);
  return joined(seen, (a, b) => a.text.length === 1 && b.text.length === 1 && sameLook(a.style, b.style));
}

function joined(cells: readonly Cell[], fits: (a: Cell, b: Cell) => boolean): Cell[][] {
  const groups: Cell[][] = [];
  for (const cell of cells) {
    const before = groups.at(-1)?.at(-1);
    if (before && before.column + before.columns === cell.column && fits(before, cell))
      groups.at(-1)?.push(cell);
    else groups.push([cell]);
  }
  return groups;
}

function text(cells: readonly Cell[], row: number): string {
  const [first] = cells;
  if (!first) return "";
  const { style } = first;
  const places = cells.map(({ column }) => left(column)).join(" ");
  const lines = [style.underline && "underline", style.struck && "line-through"].filter(Boolean).join(" ");
  const look = [
    `fill="${paint(style.foreground, INK)}"`,
    style.bold && 'font-weight="bold"',
    style.italic && 'font-style="italic"',
    style.dim && 'opacity="0.6"',
    lines && `text-decoration="${lines}"`,
  ].filter(Boolean);
  const letters = escaped(cells.map((cell) => cell.text).join(""));
  return `<text x="${places}" y="${top(row) + BASELINE}" ${look.join(" ")} xml:space="preserve">${letters}</text>`;
}

function cursorBox({ column, row }: Cursor): string {
  return `<rect x="${left(column)}" y="${top(row)}" width="${WIDE}" height="${HIGH}" fill="${hex(INK)}" opacity="0.45"/>`;
}

const left = (column: number) => round(MARGIN + column * WIDE);
const top = (row: number) => MARGIN + row * HIGH;
const round = (value: number) => Math.round(value * 100) / 100;
const hex = (value: number) => `#${value.toString(16).padStart(6, "0")}`;

const same = (a: Colour, b: Colour) => paint(a, -1) === paint(b, -1);

function sameLook(a: Style, b: Style): boolean {
  return (
    same(a.foreground, b.foreground) &&
    a.bold === b.bold &&
    a.dim === b.dim &&
    a.italic === b.italic &&
    a.underline === b.underline &&
    a.struck === b.struck
  );
}

const BASIC = [
  0x000000, 0xcd3131, 0x0dbc79, 0xe5e510, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xe5e5e5, 0x666666, 0xf14c4c,
  0x23d18b, 0xf5f543, 0x3b8eea, 0xd670d6, 0x29b8db, 0xffffff,
];

function paint(colour: Colour, otherwise: number): string {
  if (colour.kind === "default") return otherwise < 0 ? "default" : hex(otherwise);
  return hex(colour.kind === "rgb" ? colour.value : fromPalette(colour.index));
}

/** Sixteen names, a cube of six steps a side, and twenty-four greys. */
function fromPalette(index: number): number {
  const basic = BASIC[index];
  if (basic !== undefined) return basic;
  if (index >= 232) return (8 + (index - 232) * 10) * 0x010101;
  const step = (value: number) => (value === 0 ? 0 : 55 + value * 40);
  const at = index - 16;
  return (step(Math.floor(at / 36)) << 16) | (step(Math.floor(at / 6) % 6) << 8) | step(at % 6);
}

/** Characters XML cannot hold, such as controls, have no glyph either. */
function escaped(letters: string): string {
  return letters
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
