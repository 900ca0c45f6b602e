import type { Prompt } from "./prompt.ts";

export default {
  name: "diagnose_failing_pane",
  title: "Find out what went wrong in a pane",
  description: "Look at a pane, explain what failed and propose a check. Changes nothing.",
  arguments: [{ name: "pane_id", description: "The pane to look at, such as %3.", required: true }],

  render: ({ pane_id }) => `Something in tmux pane ${pane_id} seems to have failed. Find out what.

1. Call snapshot_pane with pane_id ${pane_id}: screen, cursor, state and the running program in one answer.
2. If content_truncated is true, or the cause is further up, call capture_pane with max_lines null and a negative start.
3. Should you look again later, use capture_since with the cursor of your last look: it returns only what is new.
4. Name the last command, quote the lines that matter, and say where the failure begins.
5. Give your best hypothesis and one check that would confirm or refute it.

Do not type into the pane and do not fix anything yet: the next step is the person's to choose.`,
} satisfies Prompt;
