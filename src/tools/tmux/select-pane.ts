import { z } from "zod";
import { ToolError } from "../../errors.ts";
import { selectPane, stepPane } from "../../tmux/panes.ts";
import { resolvePane, resolveWindow } from "../../tmux/target.ts";
import { PANE, SOCK, WIN } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "select_pane",
  title: "Select Pane",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Focus a pane by id, or step through the panes of a window.",
  input: {
    pane_id: PANE.pane_id,
    direction: z.enum(["up", "down", "left", "right", "last", "next", "previous"]).optional(),
    ...WIN,
    ...SOCK,
  },
  output: PANE_INFO,
  hints: { idempotentHint: true },
  sparesTarget: true,

  async run({ direction, socket_name, ...target }, context) {
    if (!target.pane_id && !direction)
      throw new ToolError("ExpectedToolError", "No pane is named.", {
        suggestion: "Pass pane_id or direction.",
      });
    const { server, limit, marked } = await reach(context, socket_name);
    if (target.pane_id || !direction)
      return marked(await selectPane(server, await resolvePane(server, target, limit), limit));
    return marked(await stepPane(server, await resolveWindow(server, target, limit), direction, limit));
  },
});
