import { readScreen, type Screen } from "./cells.ts";
import { type Cursor, drawSvg } from "./svg.ts";

export interface Shown {
  /** Rows with their colours as escape sequences. */
  readonly rows: readonly string[];
  readonly columns: number;
  readonly height: number;
  readonly cursor: Cursor | undefined;
  /** What must not be shown is taken out of a row before it is drawn. */
  readonly hide: (text: string) => string;
}

/** A screen as an SVG picture. */
export async function picture({ rows, columns, height, cursor, hide }: Shown): Promise<string> {
  const screen = await readScreen(rows, { columns, rows: height });
  return drawSvg(await withoutSecrets(screen, hide), cursor);
}

/** A secret may run over the end of a row, so the rows are read as one text; a row that changes is drawn plain. */
async function withoutSecrets(screen: Screen, hide: (text: string) => string): Promise<Screen> {
  const plain = screen.rows.map((row) =>
    row
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  );
  const wrapped = plain.map((row, index) => hide(row) !== row || straddles(plain, index, hide));
  if (!wrapped.includes(true)) return screen;
  const safe = plain.map((row, index) => {
    if (!wrapped[index]) return "";
    const hidden = hide(row);
    return hidden === row ? "[REDACTED]" : hidden;
  });
  const redrawn = await readScreen(safe, { columns: screen.columns, rows: screen.rows.length });
  return {
    ...screen,
    rows: screen.rows.map((row, index) => (wrapped[index] ? (redrawn.rows[index] ?? []) : row)),
  };
}

/** True when this row with the one before or after it holds what neither holds alone. */
function straddles(rows: readonly string[], index: number, hide: (text: string) => string): boolean {
  const found = (a: string | undefined, b: string | undefined) => {
    if (!a || !b) return false;
    return hide(a + b) !== a + b && hide(a) === a && hide(b) === b;
  };
  return found(rows[index - 1], rows[index]) || found(rows[index], rows[index + 1]);
}
