import { z } from "zod";
import { ToolError } from "../../errors.ts";
import { listPanes } from "../../tmux/listing.ts";
import type { PaneInfo } from "../../tmux/models.ts";
import { resolveWindow } from "../../tmux/target.ts";
import { SOCK, WIN } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "find_pane_by_position",
  title: "Find Pane By Position",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "The pane in a corner of a window.",
  input: {
    corner: z.enum(["top-left", "top-right", "bottom-left", "bottom-right"]),
    ...WIN,
    ...SOCK,
  },
  output: PANE_INFO,

  async run({ corner, socket_name, ...target }, context) {
    const { server, limit, own } = await reach(context, socket_name);
    const at = await resolveWindow(server, target, limit);
    const panes = await listPanes(server, at, limit, own);
    const [found] = panes
      .filter((pane) => (corner.startsWith("top") ? pane.pane_at_top : pane.pane_at_bottom))
      .filter((pane) => (corner.endsWith("left") ? pane.pane_at_left : pane.pane_at_right))
      .toSorted((a, b) => offset(b) - offset(a));
    if (found) return found;
    throw new ToolError("PaneNotFound", "No pane of the window touches both edges of that corner.", {
      suggestion: "list_panes shows where each pane is.",
    });
  },
});

const offset = ({ pane_left, pane_top }: PaneInfo) => (pane_left ?? 0) + (pane_top ?? 0);
