import { z } from "zod";
import { showHook } from "../../tmux/options.ts";
import { SCOPE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { HOOK_LIST } from "../tmux-results.ts";
import { scopePlace } from "../tmux-scope.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "show_hook",
  title: "Show tmux Hook",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "What one hook runs; nothing when it is not set.",
  input: { hook_name: z.string(), ...SCOPE, ...SOCK },
  output: HOOK_LIST,

  async run({ hook_name, socket_name, ...where }, context) {
    const { server, limit } = await reach(context, socket_name);
    return showHook(server, hook_name, await scopePlace(server, where, limit), limit);
  },
});
