import { width } from "../../../src/tmux/width.ts";

/**
 * What a terminal of endless width shows for these bytes, row by row: the measure for output that is not plain text.
 * Bytes that are no UTF-8 are shown as replacement characters, signs without a picture not at all. It knows only the
 * few sequences the soak writes, on purpose: it must be simple enough to be right by looking at it.
 */
export function shownOn(bytes: Uint8Array): string[] {
  const rows: string[][] = [[]];
  /** Marks at the left edge, which stay whatever is written beside them. */
  const edges: string[] = [];
  let row = 0;
  let column = 0;
  const cells = () => rows[row] ?? [];
  const put = (sign: string) => {
    const taken = width(sign.codePointAt(0) ?? 0);
    while (cells().length < column) cells().push(" ");
    // A mark belongs to the sign before it, on the row's edge to nothing.
    if (taken === 0) {
      const before = cells()[column - 1] === "" ? column - 2 : column - 1;
      if (before >= 0) cells()[before] += sign;
      else edges[row] = (edges[row] ?? "") + sign;
      return;
    }
    // Half of a wide sign that stays is a blank.
    if (cells()[column] === "") cells()[column - 1] = " ";
    if (cells()[column + taken] === "") cells()[column + taken] = " ";
    cells()[column] = sign;
    if (taken === 2) cells()[column + 1] = "";
    column += taken;
  };
  const down = () => {
    row += 1;
    if (row === rows.length) rows.push([]);
  };
  const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  for (const [sign, amount, final] of decoded.matchAll(/\x1b\[(\d*)([A-Za-z])|[^]/gu)) {
    const count = Number(amount) || 1;
    if (final === "K") cells().length = Math.min(cells().length, column);
    else if (final === "D") column = Math.max(0, column - count);
    else if (final === "C") column += count;
    else if (final !== undefined) continue;
    else if (sign === "\n") {
      // The terminal driver puts a carriage return before each line end.
      column = 0;
      down();
    } else if (sign === "\v" || sign === "\f") down();
    else if (sign === "\r") column = 0;
    else if (sign === "\b") column = Math.max(0, column - 1);
    else if (sign === "\t") column = (Math.floor(column / 8) + 1) * 8;
    else if (sign > "\x1f" && sign !== "\x7f") put(sign);
  }
  const lines = rows.map((signs, i) => (edges[i] ?? "") + signs.join(""));
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
