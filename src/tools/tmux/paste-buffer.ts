import { z } from "zod";
import { pasteBuffer } from "../../tmux/buffers.ts";
import { requirePane } from "../../tmux/target.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { bufferPrefix, reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "paste_buffer",
  title: "Paste tmux Buffer",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Paste a buffer made by load_buffer into a pane.",
  input: { buffer_name: z.string(), ...PANE, bracket: z.boolean().default(true), ...SOCK },
  output: STRING,
  hints: { openWorldHint: true },

  async run({ buffer_name, bracket, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const { paneId } = await requirePane(server, target, limit);
    await pasteBuffer(server, paneId, buffer_name, { bracket, prefix: bufferPrefix(context), limit });
    return { result: `Pasted into ${paneId}.` };
  },
});
