import { resolveWindow } from "../../tmux/target.ts";
import { windowById } from "../../tmux/windows.ts";
import { SOCK, WIN } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { WINDOW_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "get_window_info",
  title: "Get tmux Window Info",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "One window; the first of the session when none is named.",
  input: { ...WIN, ...SOCK },
  output: WINDOW_INFO,

  async run({ socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    return windowById(server, await resolveWindow(server, target, limit), limit);
  },
});
