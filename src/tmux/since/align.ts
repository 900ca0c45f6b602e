import type { Position, RowHash } from "./cursor.ts";

/** Rows of a pane as they are now. Rows are numbered from the oldest one tmux still has. */
export interface Rows {
  /** Number of the first row in `lines`. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** Where the remembered rows are now: `shift` rows were dropped at the top since. */
export type Alignment =
  | { readonly kind: "found"; readonly shift: number }
  /** In more than one place, for all that can be seen. */
  | { readonly kind: "doubtful" }
  | { readonly kind: "lost" }
  /** The rows that would tell were not brought. */
  | { readonly kind: "unseen" };

/**
 * tmux drops history in bites of a tenth of its limit, so there are few places where remembered rows can be: these many
 * rows further up. Below a certain size nothing was ever dropped.
 */
export function shifts(position: Position, size: number, limit: number): number[] {
  const bite = Math.max(1, Math.floor(limit / 10));
  if (size < limit - bite) return [0];
  const furthest = position.historySize + position.row;
  return Array.from({ length: Math.floor(furthest / bite) + 1 }, (_, i) => i * bite);
}

/** The place whose rows are the same is the one; when several are, lines may be missing and that is said. */
export function align(position: Position, rows: Rows, places: readonly number[], hash: RowHash): Alignment {
  const answers = places.map((shift) => matches(position, rows, shift, hash));
  if (answers.includes(undefined)) return { kind: "unseen" };
  const fitting = places.filter((_, i) => answers[i]);
  const [first, ...others] = surest(position, fitting, { rowsAt: () => rows, end: rows, hash });
  if (first === undefined) return { kind: "lost" };
  return others.length === 0 ? { kind: "found", shift: first } : { kind: "doubtful" };
}

/**
 * Of places that all fit because rows repeat, the only one where nothing but the cursor's row changed, which was written
 * on. Where nothing changed at all that row may as well be a later one like it, and all places are left.
 */
export function surest(
  position: Position,
  fitting: readonly number[],
  asked: { readonly rowsAt: (shift: number) => Rows; readonly end: Rows; readonly hash: RowHash },
): readonly number[] {
  const { rowsAt, end, hash } = asked;
  if (fitting.length < 2 || unchanged(position, end, hash)) return fitting;
  const kept = fitting.filter((shift) => isKept(position, rowsAt(shift), shift, hash));
  return kept.length === 1 ? kept : fitting;
}

/** True when every remembered row is where it was, and nothing came after them. */
export function unchanged(position: Position, { first, lines }: Rows, hash: RowHash): boolean {
  const from = firstRow(position) - first;
  const { hashes } = position;
  return (
    from >= 0 &&
    hashes.every((known, i) => known === hash(lines[from + i] ?? "")) &&
    lines.slice(from + hashes.length).every((line) => line.trim() === "")
  );
}

/** True when the remembered rows are there, none rewritten, and the cursor's at least begins as it did. */
function isKept(position: Position, rows: Rows, shift: number, hash: RowHash): boolean {
  const { above, row, filled, hashes } = position;
  const at = firstRow(position) - shift;
  const written = above + row;
  if (filled === 0 || at + written < 0) return false;
  return hashes.every((known, i) => {
    if (at + i < 0) return true;
    const line = rows.lines[at + i - rows.first] ?? "";
    return hash(line) === known || (i === written && hash(line.slice(0, filled)) === known);
  });
}

/** True when the remembered rows are so far up now; undefined when those rows were not brought. */
export function matches(position: Position, rows: Rows, shift: number, hash: RowHash): boolean | undefined {
  const { above, row, filled, hashes } = position;
  const at = firstRow(position) - shift;
  const settled = Math.min(above, hashes.length);
  let same = 0;
  let seen = 0;
  for (let i = 0; i < hashes.length; i += 1) {
    const number = at + i;
    if (number < 0) continue;
    const line = rows.lines[number - rows.first];
    if (line === undefined) {
      if (number < rows.first) return undefined;
      continue;
    }
    seen += 1;
    const equal = hash(line) === hashes[i];
    // What has left the screen cannot change any more, so one difference there decides.
    if (i < settled && !equal) return false;
    const grown = i === above + row && filled > 0 && hash(line.slice(0, filled)) === hashes[i];
    if ((equal && line.trim() !== "") || grown) same += 1;
  }
  if (same > 0) return true;
  // An empty screen is like any other empty one.
  return seen > 0 && hashes.every((known) => known === hash(""));
}

/** Number of the first remembered row, at the time it was remembered. */
export function firstRow(position: Position): number {
  return position.historySize - position.above;
}

/** The rows that are new or say something else than remembered. */
export function difference(position: Position, rows: Rows, shift: number, hash: RowHash): string[] {
  const from = firstRow(position) - shift;
  const changed: string[] = [];
  for (const [i, line] of rows.lines.entries()) {
    const known = position.hashes[rows.first + i - from];
    if (rows.first + i < from) continue;
    if (known === undefined) changed.push(line);
    else if (line.trim() !== "" && hash(line) !== known) changed.push(line);
  }
  return changed;
}

/** Whole lines as a pane of another width would have wrapped them. */
export function rewrap(lines: readonly string[], width: number): string[] {
  return lines.flatMap((line) => {
    const rows: string[] = [];
    let row = "";
    let used = 0;
    for (const char of line.trimEnd()) {
      const cells = WIDE.test(char) ? 2 : NARROW.test(char) ? 0 : 1;
      if (used + cells > width) {
        rows.push(row);
        row = "";
        used = 0;
      }
      row += char;
      used += cells;
    }
    return [...rows, row];
  });
}

const NARROW = /\p{Mn}|\p{Me}|[\u200b-\u200f]/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;

/** The only place where all remembered rows above the cursor stand in other rows; after a change of width. */
export function locate(position: Position, rows: readonly string[], hash: RowHash): number | undefined {
  const wanted = position.hashes.slice(0, position.above + position.row);
  if (wanted.every((known) => known === hash(""))) return undefined;
  const hashes = rows.map(hash);
  const places: number[] = [];
  for (let at = 0; at + wanted.length <= hashes.length; at += 1) {
    if (wanted.every((known, i) => hashes[at + i] === known)) places.push(at);
  }
  return places.length === 1 ? places[0] : undefined;
}
