import { z } from "zod";
import { resolveWindow } from "../../tmux/target.ts";
import { killWindow } from "../../tmux/windows.ts";
import { as } from "../args.ts";
import { SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { requiredId } from "../tmux-target.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "kill_window",
  title: "Kill tmux Window",
  tier: "destructive",
  profiles: ["libtmux"],
  description: "Close a window with its panes.",
  input: { window_id: as("window", z.string()), ...SOCK },
  output: STRING,

  async run({ window_id, socket_name }, context) {
    const { server, limit } = await reach(context, socket_name);
    const { windowId } = await resolveWindow(server, { window_id: requiredId(window_id) }, limit);
    await killWindow(server, windowId, limit);
    return { result: `Window ${windowId} is closed.` };
  },
});
