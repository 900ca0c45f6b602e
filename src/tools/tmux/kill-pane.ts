import { z } from "zod";
import { killPane } from "../../tmux/panes.ts";
import { resolvePane } from "../../tmux/target.ts";
import { as } from "../args.ts";
import { SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { requiredId } from "../tmux-target.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "kill_pane",
  title: "Kill Pane",
  tier: "destructive",
  profiles: ["libtmux"],
  description: "Close a pane and end what runs in it.",
  input: { pane_id: as("pane", z.string()), ...SOCK },
  output: STRING,

  async run({ pane_id, socket_name }, context) {
    const { server, limit } = await reach(context, socket_name);
    const { paneId } = await resolvePane(server, { pane_id: requiredId(pane_id) }, limit);
    await killPane(server, paneId, limit);
    return { result: `Pane ${paneId} is closed.` };
  },
});
