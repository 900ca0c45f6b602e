import { snapshot } from "../../tmux/capture.ts";
import { resolvePane } from "../../tmux/target.ts";
import { PANE, SOCK, maxLines } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_SNAPSHOT } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "snapshot_pane",
  title: "Snapshot Pane",
  tier: "readonly",
  profiles: ["libtmux", "core"],
  description: "Screen, cursor and state of a pane at one moment.",
  input: { ...PANE, max_lines: maxLines(500), ...SOCK },
  output: PANE_SNAPSHOT,
  meta: { "anthropic/alwaysLoad": true },

  async run({ max_lines, socket_name, ...target }, context) {
    const { server, limit, own } = await reach(context, socket_name);
    const { paneId } = await resolvePane(server, target, limit);
    return snapshot(server, paneId, { maxLines: max_lines, isCaller: own(paneId) }, limit);
  },
});
