import { z } from "zod";
import { pasteText } from "../../tmux/buffers.ts";
import { requirePane } from "../../tmux/target.ts";
import { as } from "../args.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { bufferPrefix, reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "paste_text",
  title: "Paste Text",
  tier: "mutating",
  profiles: ["libtmux"],
  description:
    "Paste text of any length into a pane, bracketed where the program asks for it. Enter is not pressed.",
  input: { text: as("keys", z.string()), ...PANE, bracket: z.boolean().default(true), ...SOCK },
  output: STRING,
  hints: { openWorldHint: true },

  async run({ text, bracket, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const { paneId } = await requirePane(server, target, limit);
    await pasteText(server, paneId, text, { bracket, prefix: bufferPrefix(context), limit });
    return { result: `Pasted into ${paneId}.` };
  },
});
