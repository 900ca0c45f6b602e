// The calls both servers get, in this order. What a later call needs from an earlier answer is taken from it.
type Args = Record<string, unknown>;

export interface Asked {
  /** Also the name its explanation has in docs/libtmux-differences.md. */
  readonly label: string;
  readonly tool: string;
  readonly args?: (kept: Readonly<Record<string, any>>) => Args;
  /** Only whether it succeeded is compared: the sentence is each server's own. */
  readonly wording?: true;
  /** Wait until the pane shows this before the answer is taken for the next call. */
  readonly shows?: RegExp;
  /** Run by hand on the tmux server before the call. */
  readonly before?: (tmux: (...args: string[]) => string) => void;
  /** Keep the answer under this name. */
  readonly keep?: string;
}

const work = { session_name: "work" };
const at =
  (args: Args = {}) =>
  (kept: Readonly<Record<string, any>>) => ({ pane_id: kept["pane"].result[0].pane_id, ...args });

export const CALLS: readonly Asked[] = [
  { label: "list-panes", tool: "list_panes", keep: "pane" },
  { label: "list-sessions", tool: "list_sessions" },
  { label: "list-windows", tool: "list_windows" },
  { label: "filter", tool: "list_sessions", args: () => ({ filters: { session_name__contains: "or" } }) },
  { label: "filter-json", tool: "list_sessions", args: () => ({ filters: '{"session_name":"nobody"}' }) },
  {
    label: "filter-bad-operator",
    tool: "list_sessions",
    args: () => ({ filters: { session_name__like: "x" } }),
    wording: true,
  },
  { label: "filter-unknown-field", tool: "list_panes", args: () => ({ filters: { nothing: "x" } }) },
  { label: "filter-of-parent", tool: "list_panes", args: () => ({ filters: { session_name: "work" } }) },
  { label: "server-info", tool: "get_server_info" },
  { label: "session-info", tool: "get_session_info", args: () => work },
  { label: "window-info", tool: "get_window_info", args: () => work },
  { label: "pane-info", tool: "get_pane_info", args: at() },
  { label: "pane-missing", tool: "get_pane_info", args: () => ({ pane_id: "%999" }), wording: true },
  {
    label: "session-missing",
    tool: "get_session_info",
    args: () => ({ session_name: "nobody" }),
    wording: true,
  },
  { label: "unknown-argument", tool: "list_panes", args: () => ({ zz: 1 }), wording: true },
  { label: "wrong-type", tool: "get_window_info", args: () => ({ window_index: 0 }), wording: true },
  { label: "number-as-text", tool: "capture_pane", args: at({ max_lines: "5" }) },
  { label: "max-lines-zero", tool: "capture_pane", args: at({ max_lines: 0 }), wording: true },
  { label: "capture", tool: "capture_pane", args: at() },
  { label: "snapshot", tool: "snapshot_pane", args: at() },
  { label: "corner", tool: "find_pane_by_position", args: () => ({ corner: "top-left" }) },
  { label: "format", tool: "display_message", args: at({ format_string: "#{pane_width}x#{pane_height}" }) },
  { label: "format-that-runs", tool: "display_message", args: at({ format_string: "#(id)" }), wording: true },
  { label: "first-look", tool: "capture_since", args: at(), keep: "since" },
  { label: "second-look", tool: "capture_since", args: (kept) => ({ cursor: kept["since"]?.cursor }) },
  { label: "bad-cursor", tool: "capture_since", args: () => ({ cursor: "x" }), wording: true },
  { label: "send-keys", tool: "send_keys", args: at({ keys: "echo one" }), wording: true, shows: /^one$/m },
  { label: "capture-after-keys", tool: "capture_pane", args: at() },
  {
    label: "keys-with-dash",
    tool: "send_keys",
    args: at({ keys: "-x", enter: false }),
    wording: true,
    shows: /\$/,
  },
  { label: "capture-after-dash", tool: "capture_pane", args: at() },
  { label: "clear-line", tool: "send_keys", args: at({ keys: "C-u", enter: false }), wording: true },
  {
    label: "keys-with-semicolon",
    tool: "send_keys",
    args: at({ keys: "echo a;", enter: false, literal: true }),
    wording: true,
    shows: /echo a/,
  },
  { label: "capture-after-semicolon", tool: "capture_pane", args: at() },
  { label: "clear-line-again", tool: "send_keys", args: at({ keys: "C-u", enter: false }), wording: true },
  {
    label: "keys-without-target",
    tool: "send_keys",
    args: () => ({ keys: "", enter: false }),
    wording: true,
  },
  { label: "run", tool: "run_command", args: at({ command: "echo two; exit 3" }) },
  { label: "run-long-output", tool: "run_command", args: at({ command: "clear; seq 1 60", max_lines: 40 }) },
  { label: "run-blank", tool: "run_command", args: at({ command: " " }), wording: true },
  { label: "run-lines", tool: "run_command", args: at({ command: "echo a\necho b" }), wording: true },
  { label: "run-timeout", tool: "run_command", args: at({ command: "sleep 2", timeout: 0.5 }) },
  { label: "wait-timeout", tool: "wait_for_text", args: at({ patterns: ["never"], timeout: 2.5 }) },
  { label: "wait-empty-list", tool: "wait_for_text", args: at({ patterns: [] }), wording: true },
  { label: "search", tool: "search_panes", args: () => ({ pattern: "seq 1 60", limit: 1 }) },
  {
    label: "search-literal-brackets",
    tool: "search_panes",
    args: () => ({ pattern: "[brackets] here" }),
    before: (tmux) => void tmux("new-window", "-d", "-t", "work", "echo '[brackets] here'; cat"),
  },
  {
    label: "search-bad-regex",
    tool: "search_panes",
    args: () => ({ pattern: "(", regex: true }),
    wording: true,
  },
  { label: "split", tool: "split_window", args: at({ direction: "right", shell: "cat" }), keep: "right" },
  { label: "select-pane", tool: "select_pane", args: (kept) => ({ pane_id: kept["right"]?.pane_id }) },
  { label: "select-next", tool: "select_pane", args: () => ({ direction: "next" }) },
  { label: "title", tool: "set_pane_title", args: at({ title: "a title" }) },
  { label: "resize", tool: "resize_pane", args: at({ width: 30 }) },
  { label: "layout", tool: "select_layout", args: () => ({ layout: "even-vertical", ...work }) },
  { label: "copy-mode", tool: "enter_copy_mode", args: at() },
  { label: "copy-mode-left", tool: "exit_copy_mode", args: at() },
  {
    label: "create-window",
    tool: "create_window",
    args: () => ({ ...work, window_name: "w" }),
    keep: "window",
  },
  {
    label: "rename-window",
    tool: "rename_window",
    args: (kept) => ({ new_name: "v", window_id: kept["window"]?.window_id }),
  },
  {
    label: "move-window",
    tool: "move_window",
    args: (kept) => ({ window_id: kept["window"]?.window_id, destination_index: "9" }),
  },
  {
    label: "resize-window",
    tool: "resize_window",
    args: (kept) => ({ window_id: kept["window"]?.window_id, width: 70, height: 20 }),
  },
  {
    label: "select-window",
    tool: "select_window",
    args: (kept) => ({ window_id: kept["window"]?.window_id }),
  },
  {
    label: "kill-window",
    tool: "kill_window",
    args: (kept) => ({ window_id: kept["window"]?.window_id }),
    wording: true,
  },
  { label: "option-global", tool: "show_option", args: () => ({ option: "history-limit", global_: true }) },
  {
    label: "option-unset",
    tool: "show_option",
    args: () => ({ option: "mode-keys", scope: "session", target: "work" }),
  },
  { label: "option-unknown", tool: "show_option", args: () => ({ option: "no-such" }), wording: true },
  {
    label: "option-set",
    tool: "set_option",
    args: () => ({ option: "status", value: "off", scope: "session", target: "work" }),
  },
  {
    label: "option-shown",
    tool: "show_option",
    args: () => ({ option: "status", scope: "session", target: "work" }),
  },
  { label: "environment-set", tool: "set_environment", args: () => ({ name: "A", value: "b c", ...work }) },
  { label: "environment-shown", tool: "show_environment", args: () => work },
  { label: "hook", tool: "show_hook", args: () => ({ hook_name: "after-new-window", global_: true }) },
  {
    label: "hook-unknown",
    tool: "show_hook",
    args: () => ({ hook_name: "no-such", global_: true }),
    wording: true,
  },
  {
    label: "buffer-load",
    tool: "load_buffer",
    args: () => ({ content: "x\n\ty", logical_name: "n" }),
    keep: "buffer",
  },
  {
    label: "buffer-show",
    tool: "show_buffer",
    args: (kept) => ({ buffer_name: kept["buffer"]?.buffer_name }),
  },
  {
    label: "buffer-delete",
    tool: "delete_buffer",
    args: (kept) => ({ buffer_name: kept["buffer"]?.buffer_name }),
    wording: true,
  },
  { label: "buffer-foreign", tool: "show_buffer", args: () => ({ buffer_name: "mine" }), wording: true },
  {
    label: "batch",
    tool: "call_readonly_tools_batch",
    args: () => ({
      operations: [{ tool: "get_server_info" }, { tool: "kill_server" }, { tool: "get_server_info" }],
      on_error: "continue",
    }),
  },
  {
    label: "batch-keys",
    tool: "send_keys_batch",
    args: (kept) => ({
      operations: [
        { keys: "x", pane_id: kept["right"]?.pane_id },
        { keys: "y", pane_id: "%999" },
      ],
    }),
  },
  {
    label: "channel-timeout",
    tool: "wait_for_channel",
    args: () => ({ channel: "c", timeout: 0.2 }),
    wording: true,
  },
  { label: "channel-signal", tool: "signal_channel", args: () => ({ channel: "c" }), wording: true },
  {
    label: "channel-after-timeout",
    tool: "wait_for_channel",
    args: () => ({ channel: "c", timeout: 2 }),
    wording: true,
  },
  {
    label: "grouped",
    tool: "get_pane_info",
    args: at(),
    before: (tmux) => void tmux("new-session", "-d", "-t", "work", "-s", "twin"),
  },
  { label: "create-session", tool: "create_session", args: () => ({ session_name: "new", x: 60, y: 20 }) },
  { label: "session-exists", tool: "create_session", args: () => ({ session_name: "new" }), wording: true },
  { label: "session-bad-name", tool: "create_session", args: () => ({ session_name: "a.b" }), wording: true },
  {
    label: "session-renamed",
    tool: "rename_session",
    args: () => ({ new_name: "newer", session_name: "new" }),
  },
  { label: "kill-session-untold", tool: "kill_session", wording: true },
  { label: "kill-session", tool: "kill_session", args: () => ({ session_name: "newer" }), wording: true },
  {
    label: "kill-pane",
    tool: "kill_pane",
    args: (kept) => ({ pane_id: kept["right"]?.pane_id }),
    wording: true,
  },
  { label: "clear", tool: "clear_pane", args: at(), wording: true },
  { label: "unknown-tool", tool: "no_such_tool", wording: true },
  {
    label: "layout-bad",
    tool: "select_layout",
    args: () => ({ layout: "none such", ...work }),
    wording: true,
  },
  { label: "kill-server", tool: "kill_server", wording: true },
  { label: "list-when-dead", tool: "list_sessions" },
  { label: "info-when-dead", tool: "get_server_info" },
];
