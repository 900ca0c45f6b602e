import { sessionById } from "../../tmux/sessions.ts";
import { resolveSession } from "../../tmux/target.ts";
import { SESS, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { SESSION_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "get_session_info",
  title: "Get tmux Session Info",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "One session; the first when none is named.",
  input: { ...SESS, ...SOCK },
  output: SESSION_INFO,

  async run({ socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const { id } = await resolveSession(server, target, limit);
    return sessionById(server, id, limit);
  },
});
