import { z } from "zod";
import { showOption } from "../../tmux/options.ts";
import { SCOPE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { scopePlace } from "../tmux-scope.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "show_option",
  title: "Show tmux Option",
  tier: "readonly",
  profiles: ["libtmux"],
  description:
    "An option as set in just that place (target: a session name, @id or %id); null when it is not set there.",
  input: { option: z.string(), ...SCOPE, ...SOCK },
  output: { option: z.string(), value: z.unknown() },

  async run({ option, socket_name, ...where }, context) {
    const { server, limit } = await reach(context, socket_name);
    return showOption(server, option, await scopePlace(server, where, limit), limit);
  },
});
