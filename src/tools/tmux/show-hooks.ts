import { showHooks } from "../../tmux/options.ts";
import { SCOPE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { HOOK_LIST } from "../tmux-results.ts";
import { scopePlace } from "../tmux-scope.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "show_hooks",
  title: "Show tmux Hooks",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "The hooks set in one place; scope server shows those of the whole server.",
  input: { ...SCOPE, ...SOCK },
  output: HOOK_LIST,

  async run({ socket_name, ...where }, context) {
    const { server, limit } = await reach(context, socket_name);
    return showHooks(server, await scopePlace(server, where, limit), limit);
  },
});
