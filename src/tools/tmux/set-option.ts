import { z } from "zod";
import { setOption } from "../../tmux/options.ts";
import { as } from "../args.ts";
import { SCOPE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { scopePlace } from "../tmux-scope.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "set_option",
  title: "Set tmux Option",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Set an option of the server, a session, a window or a pane.",
  input: { option: as("option", z.string()), value: as("payload", z.string()), ...SCOPE, ...SOCK },
  output: { option: z.string(), value: z.string(), status: z.string() },
  hints: { idempotentHint: true },

  async run({ option, value, socket_name, ...where }, context) {
    const { server, limit } = await reach(context, socket_name);
    const place = await scopePlace(server, where, limit);
    await setOption(server, option, value, { ...place, limit });
    return { option, value, status: "set" };
  },
});
