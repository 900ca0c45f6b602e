import { z } from "zod";
import { enterCopyMode } from "../../tmux/panes.ts";
import { requirePane } from "../../tmux/target.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "enter_copy_mode",
  title: "Enter Copy Mode",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Put a pane into copy mode, scrolled up by some lines.",
  input: { ...PANE, scroll_up: z.int().min(0).optional(), ...SOCK },
  output: PANE_INFO,

  async run({ scroll_up, socket_name, ...target }, context) {
    const { server, limit, marked } = await reach(context, socket_name);
    const { paneId } = await requirePane(server, target, limit);
    return marked(await enterCopyMode(server, paneId, scroll_up ?? null, limit));
  },
});
