import { z } from "zod";
import { resolveWindow } from "../../tmux/target.ts";
import { resizeWindow } from "../../tmux/windows.ts";
import { SOCK, WIN } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { WINDOW_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "resize_window",
  title: "Resize tmux Window",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Set the size of a window in cells.",
  input: {
    ...WIN,
    height: z.int().min(1).optional(),
    width: z.int().min(1).optional(),
    ...SOCK,
  },
  output: WINDOW_INFO,
  hints: { idempotentHint: true },

  async run({ height = null, width = null, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    return resizeWindow(server, await resolveWindow(server, target, limit), { height, width }, limit);
  },
});
