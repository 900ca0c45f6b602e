import { z } from "zod";
import { setEnvironment } from "../../tmux/options.ts";
import { resolveSession } from "../../tmux/target.ts";
import { as } from "../args.ts";
import { SESS, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "set_environment",
  title: "Set tmux Environment",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Set a variable for panes opened later in a session or (without one) on the whole server.",
  input: { name: as("env_name", z.string()), value: as("payload", z.string()), ...SESS, ...SOCK },
  output: { name: z.string(), value: z.string(), status: z.string() },
  hints: { idempotentHint: true },

  async run({ name, value, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const named = target.session_id || target.session_name;
    const sessionId = named ? (await resolveSession(server, target, limit)).id : undefined;
    await setEnvironment(server, { name, value, sessionId }, limit);
    return { name, value, status: "set" };
  },
});
