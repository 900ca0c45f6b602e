import { z } from "zod";
import { withoutHistory } from "../../tmux/history.ts";
import { respawnPane } from "../../tmux/panes.ts";
import { resolvePane } from "../../tmux/target.ts";
import { as } from "../args.ts";
import { ENV, HIST, SOCK, shell, startDirectory } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_INFO } from "../tmux-results.ts";
import { requiredId } from "../tmux-target.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "respawn_pane",
  title: "Respawn Pane",
  tier: "mutating",
  profiles: ["libtmux"],
  description:
    "Start the program of a pane anew; id and place stay. With kill false only a dead pane is started.",
  input: {
    pane_id: as("pane", z.string()),
    kill: z.boolean().default(true),
    shell,
    start_directory: startDirectory,
    ...ENV,
    ...HIST,
    ...SOCK,
  },
  output: PANE_INFO,
  hints: { destructiveHint: true },

  async run(input, context) {
    const { server, limit, marked } = await reach(context, input.socket_name);
    const at = await resolvePane(server, { pane_id: requiredId(input.pane_id) }, limit);
    const { environment, suppress_persistent_history } = input;
    const wanted = {
      kill: input.kill,
      shell: input.shell,
      startDirectory: input.start_directory,
      environment: suppress_persistent_history ? withoutHistory(environment) : environment,
    };
    return marked(await respawnPane(server, at, wanted, limit));
  },
});
