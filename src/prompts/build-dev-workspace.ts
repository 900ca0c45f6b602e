import type { Prompt } from "./prompt.ts";

export default {
  name: "build_dev_workspace",
  title: "Set up a workspace",
  description: "A session with an editor, a shell and a pane that follows a log.",
  arguments: [
    { name: "session_name", description: "Name of the new session.", required: true },
    {
      name: "log_command",
      description: "What follows the log; `watch -n 1 date` unless told.",
      required: false,
    },
  ],

  render: ({ session_name, log_command }) => `Build a workspace in tmux with three panes.

1. create_session with session_name ${JSON.stringify(session_name)}. Its active_pane_id is the editor pane.
2. split_window with that pane_id and direction "below". The new pane is the shell.
3. split_window with the shell's pane_id and direction "right". The new pane follows the log.
4. send_keys to the editor pane: the person's editor, such as vim.
5. send_keys to the log pane: ${JSON.stringify(log_command || "watch -n 1 date")}.
6. If you need to know that both have started, call wait_for_text without patterns on each pane.

Address every pane by the pane_id you were given, never by its position: ids stay when the layout changes. At the end list the three ids with what runs in each.`,
} satisfies Prompt;
