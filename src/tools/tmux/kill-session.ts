import { ToolError } from "../../errors.ts";
import { killSession } from "../../tmux/sessions.ts";
import { resolveSession } from "../../tmux/target.ts";
import { SESS, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "kill_session",
  title: "Kill tmux Session",
  tier: "destructive",
  profiles: ["libtmux"],
  description: "End a session with its windows. Name it by session_name or session_id.",
  input: { ...SESS, ...SOCK },
  output: STRING,

  async run({ socket_name, ...target }, context) {
    if (!target.session_name && !target.session_id)
      throw new ToolError("ExpectedToolError", "No session is named.", {
        suggestion: "Pass session_id or session_name; list_sessions shows them.",
      });
    const { server, limit } = await reach(context, socket_name);
    const { id, name } = await resolveSession(server, target, limit);
    await killSession(server, id, limit);
    return { result: `Session ${id} (${name}) has ended.` };
  },
});
