import { z } from "zod";
import { renameSession } from "../../tmux/sessions.ts";
import { resolveSession } from "../../tmux/target.ts";
import { SESS, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { SESSION_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "rename_session",
  title: "Rename tmux Session",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Give a session another name, without dots and colons.",
  input: { new_name: z.string(), ...SESS, ...SOCK },
  output: SESSION_INFO,
  hints: { idempotentHint: true },

  async run({ new_name, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const { id } = await resolveSession(server, target, limit);
    return renameSession(server, id, new_name, limit);
  },
});
