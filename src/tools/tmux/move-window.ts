import { z } from "zod";
import { resolveSession, resolveWindow } from "../../tmux/target.ts";
import { moveWindow } from "../../tmux/windows.ts";
import { SOCK, WIN } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { WINDOW_INFO } from "../tmux-results.ts";
import { sessionTarget, windowIndex } from "../tmux-target.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "move_window",
  title: "Move tmux Window",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Move a window to another index or session; without an index, to the next free one.",
  input: {
    ...WIN,
    destination_index: z.string().default(""),
    destination_session: z.string().optional(),
    ...SOCK,
  },
  output: WINDOW_INFO,
  hints: { idempotentHint: true },

  async run({ destination_index, destination_session, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const at = await resolveWindow(server, target, limit);
    const sessionId = destination_session
      ? (await resolveSession(server, sessionTarget(destination_session), limit)).id
      : at.sessionId;
    return moveWindow(server, at, { sessionId, index: windowIndex(destination_index) }, limit);
  },
});
