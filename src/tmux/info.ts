import type { Geometry, PaneInfo, SessionInfo, WindowInfo } from "./models.ts";
import { flag, number, text } from "./records.ts";

export const SESSION = [
  "session_id",
  "session_name",
  "session_windows",
  "session_attached",
  "session_created",
  "pane_id",
] as const;

export const WINDOW = [
  "window_id",
  "window_name",
  "window_index",
  "session_id",
  "session_name",
  "window_panes",
  "window_layout",
  "window_active",
  "window_width",
  "window_height",
  "pane_id",
] as const;

/** The other edges follow from these; tmux would spend as long on each of them as on any field. */
export const GEOMETRY = [
  "pane_width",
  "pane_height",
  "pane_left",
  "pane_top",
  "pane_at_right",
  "pane_at_top",
  "pane_at_bottom",
] as const;

export const PANE = [
  "pane_id",
  "pane_index",
  ...GEOMETRY,
  "pane_tty",
  "pane_current_command",
  "pane_current_path",
  "pane_pid",
  "pane_title",
  "pane_active",
  "window_id",
  "session_id",
  "session_name",
] as const;

type Row<F extends readonly string[]> = Readonly<Record<F[number], string>>;
export type SessionRow = Row<typeof SESSION>;
export type WindowRow = Row<typeof WINDOW>;
export type PaneRow = Row<typeof PANE>;

export function sessionInfo(row: SessionRow): SessionInfo {
  return {
    session_id: row.session_id,
    session_name: text(row.session_name),
    window_count: Number(row.session_windows),
    session_attached: text(row.session_attached),
    session_created: text(row.session_created),
    active_pane_id: text(row.pane_id),
  };
}

export function windowInfo(row: WindowRow): WindowInfo {
  return {
    window_id: row.window_id,
    window_name: text(row.window_name),
    window_index: text(row.window_index),
    session_id: text(row.session_id),
    session_name: text(row.session_name),
    pane_count: Number(row.window_panes),
    window_layout: text(row.window_layout),
    window_active: text(row.window_active),
    window_width: text(row.window_width),
    window_height: text(row.window_height),
    active_pane_id: text(row.pane_id),
  };
}

export function geometry(row: Row<typeof GEOMETRY>): Geometry {
  const left = number(row.pane_left);
  const top = number(row.pane_top);
  return {
    pane_left: left,
    pane_top: top,
    pane_right: left === null ? null : left + Number(row.pane_width) - 1,
    pane_bottom: top === null ? null : top + Number(row.pane_height) - 1,
    pane_at_left: left === null ? null : left === 0,
    pane_at_right: flag(row.pane_at_right),
    pane_at_top: flag(row.pane_at_top),
    pane_at_bottom: flag(row.pane_at_bottom),
  };
}

export function paneInfo(row: PaneRow, isCaller: boolean | null): PaneInfo {
  return {
    pane_id: row.pane_id,
    pane_index: text(row.pane_index),
    pane_width: text(row.pane_width),
    pane_height: text(row.pane_height),
    ...geometry(row),
    pane_tty: text(row.pane_tty),
    pane_current_command: text(row.pane_current_command),
    pane_current_path: text(row.pane_current_path),
    pane_pid: text(row.pane_pid),
    pane_title: row.pane_title,
    pane_active: text(row.pane_active),
    window_id: text(row.window_id),
    session_id: text(row.session_id),
    is_caller: isCaller,
  };
}
