import { z } from "zod";
import { reach } from "../tmux-reach.ts";
import { SERVER_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "list_servers",
  title: "List tmux Servers",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "Live tmux servers of this user, and those among the extra paths.",
  input: { extra_socket_paths: z.array(z.string()).optional() },
  output: { result: z.array(z.object(SERVER_INFO)) },

  async run({ extra_socket_paths }, context) {
    const { tmux, limit } = await reach(context);
    return { result: await tmux.listServers(limit, extra_socket_paths) };
  },
});
