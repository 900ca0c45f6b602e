import { exitCopyMode } from "../../tmux/panes.ts";
import { requirePane } from "../../tmux/target.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "exit_copy_mode",
  title: "Exit Copy Mode",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Leave copy mode; nothing happens when the pane is not in it.",
  input: { ...PANE, ...SOCK },
  output: PANE_INFO,
  hints: { idempotentHint: true },
  sparesTarget: true,

  async run({ socket_name, ...target }, context) {
    const { server, limit, marked } = await reach(context, socket_name);
    const { paneId } = await requirePane(server, target, limit);
    return marked(await exitCopyMode(server, paneId, limit));
  },
});
