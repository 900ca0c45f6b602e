import { z } from "zod";

/** The results of the tmux tools as schemas. What is always known is required; the rest is there too, as null at least. */

const text = z.string().nullish();
const whole = z.int().nullish();
const flag = z.boolean().nullish();

export const STRING = { result: z.string() };

export const SERVER_INFO = {
  is_alive: z.boolean(),
  socket_name: text,
  socket_path: text,
  session_count: z.int(),
  version: text,
};

export const SESSION_INFO = {
  session_id: z.string(),
  session_name: text,
  window_count: z.int(),
  session_attached: text,
  session_created: text,
  active_pane_id: text,
};

export const WINDOW_INFO = {
  window_id: z.string(),
  window_name: text,
  window_index: text,
  session_id: text,
  session_name: text,
  pane_count: z.int(),
  window_layout: text,
  window_active: text,
  window_width: text,
  window_height: text,
  active_pane_id: text,
};

const GEOMETRY = {
  pane_left: whole,
  pane_top: whole,
  pane_right: whole,
  pane_bottom: whole,
  pane_at_left: flag,
  pane_at_right: flag,
  pane_at_top: flag,
  pane_at_bottom: flag,
};

export const PANE_INFO = {
  pane_id: z.string(),
  pane_index: text,
  pane_width: text,
  pane_height: text,
  ...GEOMETRY,
  pane_tty: text,
  pane_current_command: text,
  pane_current_path: text,
  pane_pid: text,
  pane_title: text,
  pane_active: text,
  window_id: text,
  session_id: text,
  is_caller: flag,
};

export const PANE_SNAPSHOT = {
  pane_id: z.string(),
  content: z.string(),
  cursor_x: z.int(),
  cursor_y: z.int(),
  pane_width: z.int(),
  pane_height: z.int(),
  ...GEOMETRY,
  pane_tty: text,
  pane_pid: text,
  pane_dead: flag,
  alternate_on: flag,
  pane_in_mode: z.boolean(),
  pane_mode: text,
  scroll_position: whole,
  history_size: z.int(),
  title: text,
  pane_current_command: text,
  pane_current_path: text,
  is_caller: flag,
  content_truncated: z.boolean().optional(),
  content_truncated_lines: z.int().optional(),
};

export const PANE_CONTENT_MATCH = {
  pane_id: z.string(),
  ...GEOMETRY,
  pane_tty: text,
  pane_current_command: text,
  pane_current_path: text,
  window_id: text,
  window_name: text,
  session_id: text,
  session_name: text,
  matched_lines: z.array(z.string()),
  is_caller: flag,
};

export const HOOK_LIST = {
  entries: z.array(z.object({ hook_name: z.string(), index: whole, command: z.string() })).optional(),
};

export const COMMAND_RESULT = {
  pane_id: z.string(),
  exit_status: whole,
  timed_out: z.boolean(),
  elapsed_seconds: z.number(),
  output: z.array(z.string()).optional(),
  output_truncated: z.boolean().optional(),
  output_truncated_lines: z.int().optional(),
  effective_timeout: z.number(),
  handle: text,
  reason: text,
};
