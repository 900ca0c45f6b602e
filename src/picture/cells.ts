import type { IBufferCell } from "@xterm/headless";
import { width } from "../tmux/width.ts";

/** One place on the screen: what stands there and how it looks. */
export interface Cell {
  readonly column: number;
  readonly text: string;
  /** Two for a wide character; the place behind it has no cell of its own. */
  readonly columns: number;
  readonly style: Style;
}

export interface Style {
  readonly foreground: Colour;
  readonly background: Colour;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly struck: boolean;
}

/** The terminal's own colour, one of its 256, or a mix of red, green and blue. */
export type Colour =
  | { readonly kind: "default" }
  | { readonly kind: "palette"; readonly index: number }
  | { readonly kind: "rgb"; readonly value: number };

export interface Screen {
  readonly columns: number;
  readonly rows: readonly (readonly Cell[])[];
}

/** Reads rows with escape sequences the way a terminal does. */
export async function readScreen(
  rows: readonly string[],
  size: { readonly columns: number; readonly rows: number },
): Promise<Screen> {
  const xterm = await import("@xterm/headless");
  // The module is CommonJS; which form an import gets depends on who loads it.
  const { Terminal } = "default" in xterm ? (xterm.default as typeof xterm) : xterm;
  const terminal = new Terminal({
    cols: size.columns,
    rows: size.rows,
    scrollback: 0,
    allowProposedApi: true,
  });
  terminal.unicode.register({
    version: "tmux",
    wcwidth: (code) => width(code),
    charProperties: (code, before) => {
      const columns = width(code);
      // A mark joins what stands before it, and takes over its width.
      const joins = columns === 0 && before !== 0;
      return joins ? (before & 0b110) | 1 : columns << 1;
    },
  });
  terminal.unicode.activeVersion = "tmux";
  await new Promise<void>((resolve) => terminal.write(rows.slice(0, size.rows).join("\r\n"), resolve));
  const buffer = terminal.buffer.active;
  const read = Array.from({ length: size.rows }, (_, row) => {
    const line = buffer.getLine(row);
    return Array.from({ length: size.columns }, (_cell, column) => line?.getCell(column)).flatMap(
      (cell, column) => (cell && cell.getWidth() > 0 ? [cellOf(cell, column)] : []),
    );
  });
  terminal.dispose();
  return { columns: size.columns, rows: read };
}

function cellOf(cell: IBufferCell, column: number): Cell {
  const own = colour(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor());
  const behind = colour(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor());
  const inverse = cell.isInverse() !== 0;
  const bold = cell.isBold() !== 0;
  return {
    column,
    text: cell.isInvisible() ? " " : cell.getChars() || " ",
    columns: cell.getWidth(),
    style: {
      foreground: inverse ? swapped(behind, "background") : own,
      background: inverse ? swapped(own, "foreground") : behind,
      bold,
      dim: cell.isDim() !== 0,
      italic: cell.isItalic() !== 0,
      underline: cell.isUnderline() !== 0,
      struck: cell.isStrikethrough() !== 0,
    },
  };
}

function colour(isRgb: boolean, isPalette: boolean, value: number): Colour {
  if (isRgb) return { kind: "rgb", value };
  return isPalette ? { kind: "palette", index: value } : { kind: "default" };
}

/** The terminal's own colours change places too. */
function swapped(was: Colour, side: "foreground" | "background"): Colour {
  if (was.kind !== "default") return was;
  return { kind: "rgb", value: side === "background" ? 0x1e1e1e : 0xd4d4d4 };
}
