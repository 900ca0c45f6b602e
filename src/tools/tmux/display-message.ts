import { z } from "zod";
import { displayMessage } from "../../tmux/message.ts";
import { resolvePane } from "../../tmux/target.ts";
import { as } from "../args.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "display_message",
  title: "Evaluate tmux Format String",
  tier: "readonly",
  profiles: ["libtmux"],
  description:
    "The value of a tmux format such as #{pane_current_path} for a pane. #( ), E: and T: are refused: they can run a program.",
  input: { format_string: as("format", z.string()), ...PANE, ...SOCK },
  output: STRING,

  async run({ format_string, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const place = await resolvePane(server, target, limit);
    return { result: await displayMessage(server, place, format_string, limit) };
  },
});
