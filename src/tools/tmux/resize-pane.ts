import { z } from "zod";
import { resizePane } from "../../tmux/panes.ts";
import { resolvePane } from "../../tmux/target.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "resize_pane",
  title: "Resize Pane",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Set the size of a pane in cells, or zoom it (zoom excludes a size).",
  input: {
    ...PANE,
    height: z.int().min(1).optional(),
    width: z.int().min(1).optional(),
    zoom: z.boolean().optional(),
    ...SOCK,
  },
  output: PANE_INFO,
  hints: { idempotentHint: true },
  sparesTarget: true,

  async run({ height, width, zoom, socket_name, ...target }, context) {
    const { server, limit, marked } = await reach(context, socket_name);
    const at = await resolvePane(server, target, limit);
    return marked(await resizePane(server, at, { height, width, zoom }, limit));
  },
});
