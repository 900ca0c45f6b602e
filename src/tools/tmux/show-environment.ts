import { z } from "zod";
import { showEnvironment } from "../../tmux/options.ts";
import { resolveSession } from "../../tmux/target.ts";
import { SESS, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "show_environment",
  title: "Show tmux Environment",
  tier: "readonly",
  profiles: ["libtmux"],
  description:
    "The environment new panes get, of a session or (without one) of the whole server. Secrets are not shown.",
  input: { ...SESS, ...SOCK },
  output: { variables: z.record(z.string(), z.union([z.string(), z.boolean()])) },

  async run({ socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const named = target.session_id || target.session_name;
    const sessionId = named ? (await resolveSession(server, target, limit)).id : undefined;
    const { variables } = await showEnvironment(server, sessionId, limit);
    const shown = Object.entries(variables).map(([name, value]) => {
      const hidden = typeof value === "string" && value !== "" && context.house.isSecretName(name);
      return [name, hidden ? "[REDACTED]" : value] as const;
    });
    return { variables: Object.fromEntries(shown) };
  },
});
