import { z } from "zod";
import { ToolError } from "../../errors.ts";
import { setPaneTitle } from "../../tmux/panes.ts";
import { resolvePane } from "../../tmux/target.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "set_pane_title",
  title: "Set Pane Title",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Set the title of a pane.",
  input: { title: z.string(), ...PANE, ...SOCK },
  output: PANE_INFO,
  hints: { idempotentHint: true },
  sparesTarget: true,

  async run({ title, socket_name, ...target }, context) {
    if (/\p{Cc}/u.test(title))
      throw new ToolError("ExpectedToolError", "tmux takes no title with a control character.", {
        suggestion: "Leave out tabs, line ends and other control characters.",
      });
    const { server, limit, marked } = await reach(context, socket_name);
    const { paneId } = await resolvePane(server, target, limit);
    return marked(await setPaneTitle(server, paneId, title, limit));
  },
});
