import { z } from "zod";
import { resolveWindow } from "../../tmux/target.ts";
import { selectLayout } from "../../tmux/windows.ts";
import { SOCK, WIN } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { WINDOW_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "select_layout",
  title: "Select tmux Layout",
  tier: "mutating",
  profiles: ["libtmux"],
  description:
    "Arrange the panes of a window: even-horizontal, even-vertical, main-horizontal, main-vertical, tiled, or a layout string.",
  input: { layout: z.string(), ...WIN, ...SOCK },
  output: WINDOW_INFO,
  hints: { idempotentHint: true },

  async run({ layout, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    return selectLayout(server, await resolveWindow(server, target, limit), layout, limit);
  },
});
