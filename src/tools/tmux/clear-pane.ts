import { clearPane } from "../../tmux/panes.ts";
import { requirePane } from "../../tmux/target.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "clear_pane",
  title: "Clear Pane",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Empty the screen and the scrollback of a pane.",
  input: { ...PANE, ...SOCK },
  output: STRING,
  hints: { destructiveHint: true },

  async run({ socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const { paneId } = await requirePane(server, target, limit);
    await clearPane(server, paneId, limit);
    return { result: `${paneId} is empty.` };
  },
});
