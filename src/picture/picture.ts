import { readScreen, type Screen } from "./cells.ts";
import { type Cursor, drawSvg } from "./svg.ts";

export interface Shown {
  /** Rows with their colours as escape sequences. */
  readonly rows: readonly string[];
  readonly columns: number;
  readonly height: number;
  readonly cursor: Cursor | undefined;
  /** Takes out what must not be shown, and leaves each row where it is. */
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
  const safe = hide(plain.join("\n")).split("\n");
  const changed = plain.map((row, index) => row !== safe[index]);
  if (!changed.includes(true)) return screen;
  const redrawn = await readScreen(safe, { columns: screen.columns, rows: screen.rows.length });
  return {
    ...screen,
    rows: screen.rows.map((row, index) => (changed[index] ? (redrawn.rows[index] ?? []) : row)),
  };
}
