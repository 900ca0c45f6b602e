import type { Prompt } from "./prompt.ts";

export default {
  name: "interrupt_gracefully",
  title: "Interrupt what runs in a pane",
  description: "Press Ctrl-C once and see whether the shell comes back. Never goes further by itself.",
  arguments: [{ name: "pane_id", description: "The pane, such as %3.", required: true }],

  render: ({ pane_id }) => `Interrupt the program in tmux pane ${pane_id} the gentle way.

1. get_pane_info with pane_id ${pane_id}: note pane_current_command.
2. send_keys with keys "C-c", enter false, pane_id ${pane_id}.
3. wait_for_text with regex true, patterns ["[$#%>❯] ?$"], timeout 5, pane_id ${pane_id}.
4. get_pane_info again. If pane_current_command is a shell now, the program has ended: say so.
5. If it still runs, report that and what the pane shows, and ask the person what to do.

Press C-c once only. Do not send C-\\, do not kill or respawn anything on your own account.`,
} satisfies Prompt;
