/** The results of the tmux tools, field for field in the order they are sent. */

export interface ServerInfo {
  is_alive: boolean;
  socket_name: string | null;
  socket_path: string | null;
  session_count: number;
  version: string | null;
}

export interface SessionInfo {
  session_id: string;
  session_name: string | null;
  window_count: number;
  session_attached: string | null;
  session_created: string | null;
  active_pane_id: string | null;
}

export interface WindowInfo {
  window_id: string;
  window_name: string | null;
  window_index: string | null;
  session_id: string | null;
  session_name: string | null;
  pane_count: number;
  window_layout: string | null;
  window_active: string | null;
  window_width: string | null;
  window_height: string | null;
  active_pane_id: string | null;
}

export interface Geometry {
  pane_left: number | null;
  pane_top: number | null;
  pane_right: number | null;
  pane_bottom: number | null;
  pane_at_left: boolean | null;
  pane_at_right: boolean | null;
  pane_at_top: boolean | null;
  pane_at_bottom: boolean | null;
}

export interface PaneInfo extends Geometry {
  pane_id: string;
  pane_index: string | null;
  pane_width: string | null;
  pane_height: string | null;
  pane_tty: string | null;
  pane_current_command: string | null;
  pane_current_path: string | null;
  pane_pid: string | null;
  pane_title: string | null;
  pane_active: string | null;
  window_id: string | null;
  session_id: string | null;
  is_caller: boolean | null;
}

export interface PaneSnapshot extends Geometry {
  pane_id: string;
  content: string;
  cursor_x: number;
  cursor_y: number;
  pane_width: number;
  pane_height: number;
  pane_tty: string | null;
  pane_pid: string | null;
  pane_dead: boolean | null;
  alternate_on: boolean | null;
  pane_in_mode: boolean;
  pane_mode: string | null;
  scroll_position: number | null;
  history_size: number;
  title: string | null;
  pane_current_command: string | null;
  pane_current_path: string | null;
  is_caller: boolean | null;
  content_truncated: boolean;
  content_truncated_lines: number;
}

export interface PaneContentMatch extends Geometry {
  pane_id: string;
  pane_tty: string | null;
  pane_current_command: string | null;
  pane_current_path: string | null;
  window_id: string | null;
  window_name: string | null;
  session_id: string | null;
  session_name: string | null;
  matched_lines: string[];
  is_caller: boolean | null;
}

export interface SearchPanesResult {
  matches: PaneContentMatch[];
  truncated: boolean;
  truncated_panes: string[];
  total_panes_matched: number;
  offset: number;
  limit: number | null;
}

export interface CaptureSinceResult {
  pane_id: string;
  cursor: string;
  lines: string[];
  elapsed_seconds: number;
  lines_missed: boolean;
  truncated: boolean;
  truncated_lines: number;
  truncated_bytes: number;
}

export type WaitOutcome = "matched" | "any_output" | "stopped" | "alternate_screen" | "timeout";

export interface WaitForTextResult {
  found: boolean;
  outcome: WaitOutcome;
  matched_index: number | null;
  matched_lines: string[];
  tail: string[];
  saw_new_output: boolean;
  matched_at_entry: boolean;
  alternate_screen: boolean;
  pane_id: string;
  elapsed_seconds: number;
  effective_timeout: number;
}

export interface HookEntry {
  hook_name: string;
  index: number | null;
  command: string;
}

export interface HookListResult {
  entries: HookEntry[];
}

export interface OptionResult {
  option: string;
  value: unknown;
}

export interface EnvironmentResult {
  variables: Record<string, string | boolean>;
}

export interface BufferRef {
  buffer_name: string;
  logical_name: string | null;
}
