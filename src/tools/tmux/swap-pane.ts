import { z } from "zod";
import { swapPane } from "../../tmux/panes.ts";
import { resolvePane } from "../../tmux/target.ts";
import { as } from "../args.ts";
import { SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_INFO } from "../tmux-results.ts";
import { requiredId } from "../tmux-target.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "swap_pane",
  title: "Swap Pane",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Let two panes change places.",
  input: { source_pane_id: as("pane", z.string()), target_pane_id: as("pane", z.string()), ...SOCK },
  output: PANE_INFO,
  sparesTarget: true,

  async run({ source_pane_id, target_pane_id, socket_name }, context) {
    const { server, limit, marked } = await reach(context, socket_name);
    const source = await resolvePane(server, { pane_id: requiredId(source_pane_id) }, limit);
    const target = await resolvePane(server, { pane_id: requiredId(target_pane_id) }, limit);
    return marked(await swapPane(server, source.paneId, target.paneId, limit));
  },
});
