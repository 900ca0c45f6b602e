import { random } from "./control/random.ts";

/** A format that asks for some fields, and the reader of what tmux prints for it. */
export interface Records<F extends string> {
  /** Quoted, ready for `-F` or `display-message -p`. */
  readonly format: string;
  read(body: string): Record<F, string>[];
}

/**
 * Fields tmux itself writes, where no blank can be: numbers, flags, ids, the name of a terminal. They take a blank as
 * their end. tmux sends a long answer in pieces, and goes around all of its panes for each of them.
 */
const PLAIN = new Set(
  `
    session_id session_windows session_attached session_created window_id window_index window_panes
    window_layout window_active window_width window_height pane_id pane_index pane_tty pane_pid
    pane_active pane_dead pane_in_mode pane_width pane_height pane_left pane_top pane_at_right
    pane_at_top pane_at_bottom cursor_x cursor_y alternate_on alternate_saved_y scroll_position
    history_size history_limit
  `
    .trim()
    .split(/\s+/),
);

/** Other fields may hold any text, line ends too, so each is ended by a word nobody can know beforehand. */
export function records<const F extends string>(fields: readonly F[]): Records<F> {
  const word = random(6).toString("base64url").replace(/[-_]/g, "x");
  const ends = fields.map((field) => (PLAIN.has(field) ? " " : word));
  return {
    format: `'${fields.map((field, i) => `#{${field}}${ends[i]}`).join("")}'`,
    read(body) {
      const rows: Record<F, string>[] = [];
      for (let at = 0; at < body.length; at += 1) {
        const row: Partial<Record<F, string>> = {};
        for (const [i, field] of fields.entries()) {
          const end = ends[i] ?? word;
          const stop = body.indexOf(end, at);
          if (stop < 0) return rows;
          row[field] = body.slice(at, stop);
          at = stop + end.length;
        }
        // Filled with exactly these fields. The line end behind a record is stepped over.
        rows.push(row as Record<F, string>);
      }
      return rows;
    },
  };
}

export const number = (value: string): number | null => (value === "" ? null : Number(value));
export const flag = (value: string): boolean | null => (value === "" ? null : value === "1");
export const text = (value: string): string | null => (value === "" ? null : value);
