import { serverInfo } from "../../tmux/listing.ts";
import { SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { SERVER_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "get_server_info",
  title: "Get tmux Server Info",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "Whether a server runs, its version and number of sessions.",
  input: SOCK,
  output: SERVER_INFO,

  async run({ socket_name }, context) {
    const { server, limit } = await reach(context, socket_name);
    return serverInfo(server, limit);
  },
});
