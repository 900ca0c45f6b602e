import { z } from "zod";
import { ToolError } from "../../errors.ts";
import { resolveSession, resolveWindow } from "../../tmux/target.ts";
import { selectWindow, stepWindow } from "../../tmux/windows.ts";
import { SESS, SOCK, WIN } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { WINDOW_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "select_window",
  title: "Select tmux Window",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Make a window the current one of its session: by id, by index, or by direction.",
  input: {
    window_id: WIN.window_id,
    window_index: WIN.window_index,
    direction: z.enum(["next", "previous", "last"]).optional(),
    ...SESS,
    ...SOCK,
  },
  output: WINDOW_INFO,
  hints: { idempotentHint: true },

  async run({ direction, socket_name, ...target }, context) {
    const named = target.window_id || target.window_index;
    if (!named && !direction)
      throw new ToolError("ExpectedToolError", "No window is named.", {
        suggestion: "Pass window_id, window_index or direction.",
      });
    const { server, limit } = await reach(context, socket_name);
    if (named || !direction) return selectWindow(server, await resolveWindow(server, target, limit), limit);
    const { id } = await resolveSession(server, target, limit);
    return stepWindow(server, id, direction, limit);
  },
});
