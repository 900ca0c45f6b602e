import { z } from "zod";
import { withoutHistory } from "../../tmux/history.ts";
import { splitWindow } from "../../tmux/panes.ts";
import { resolvePane, resolveWindow } from "../../tmux/target.ts";
import { ENV, HIST, PANE, SOCK, WIN, shell, startDirectory } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "split_window",
  title: "Split tmux Window",
  tier: "mutating",
  profiles: ["libtmux", "core"],
  description: "Split a pane, or the active pane of a window, and return the new one. It is not focused.",
  input: {
    pane_id: PANE.pane_id,
    ...WIN,
    direction: z.enum(["above", "below", "left", "right"]).optional(),
    size: z.union([z.string(), z.int()]).optional().describe('Cells, or "30%"'),
    start_directory: startDirectory,
    shell,
    ...ENV,
    ...HIST,
    ...SOCK,
  },
  output: PANE_INFO,
  sparesTarget: true,

  async run(input, context) {
    const { server, limit, marked } = await reach(context, input.socket_name);
    const at = await (input.pane_id ? resolvePane : resolveWindow)(server, input, limit);
    const { environment, suppress_persistent_history } = input;
    const wanted = {
      direction: input.direction,
      size: input.size,
      startDirectory: input.start_directory,
      shell: input.shell,
      environment: suppress_persistent_history ? withoutHistory(environment) : environment,
    };
    return marked(await splitWindow(server, at, wanted, limit));
  },
});
