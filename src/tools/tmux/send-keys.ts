import { z } from "zod";
import { sendKeys } from "../../tmux/keys.ts";
import { requirePane } from "../../tmux/target.ts";
import { as } from "../args.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "send_keys",
  title: "Send Keys",
  tier: "mutating",
  profiles: ["libtmux", "core"],
  description:
    "Type into a pane, then Enter. A key name such as C-c presses that key unless literal. For output and exit status use run_command.",
  input: {
    keys: as("keys", z.string()),
    ...PANE,
    enter: z.boolean().default(true),
    literal: z.boolean().default(false),
    suppress_history: z.boolean().default(false),
    ...SOCK,
  },
  output: STRING,
  hints: { openWorldHint: true },

  async run({ keys, enter, literal, suppress_history, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const { paneId } = await requirePane(server, target, limit);
    // Shells that are told to leave out lines that start with a space, and many are.
    const text = suppress_history ? ` ${keys}` : keys;
    await sendKeys(server, paneId, text, { literal, enter, limit });
    return { result: `Sent to ${paneId}.` };
  },
});
