import { paneById } from "../../tmux/panes.ts";
import { resolvePane } from "../../tmux/target.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "get_pane_info",
  title: "Get Pane Info",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "One pane: size, place, process, title. No content.",
  input: { ...PANE, ...SOCK },
  output: PANE_INFO,

  async run({ socket_name, ...target }, context) {
    const { server, limit, marked } = await reach(context, socket_name);
    const { paneId } = await resolvePane(server, target, limit);
    return marked(await paneById(server, paneId, limit));
  },
});
