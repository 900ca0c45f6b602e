import { killServer } from "../../tmux/sessions.ts";
import { SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "kill_server",
  title: "Kill tmux Server",
  tier: "destructive",
  profiles: ["libtmux"],
  description: "End a tmux server with everything in it.",
  input: SOCK,
  output: STRING,

  async run({ socket_name }, context) {
    const { server, limit } = await reach(context, socket_name);
    await killServer(server, limit);
    return { result: `The tmux server on ${server.label} has ended.` };
  },
});
