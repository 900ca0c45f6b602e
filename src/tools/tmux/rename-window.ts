import { z } from "zod";
import { resolveWindow } from "../../tmux/target.ts";
import { renameWindow } from "../../tmux/windows.ts";
import { SOCK, WIN } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { WINDOW_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "rename_window",
  title: "Rename tmux Window",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Give a window another name.",
  input: { new_name: z.string(), ...WIN, ...SOCK },
  output: WINDOW_INFO,
  hints: { idempotentHint: true },

  async run({ new_name, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    return renameWindow(server, await resolveWindow(server, target, limit), new_name, limit);
  },
});
