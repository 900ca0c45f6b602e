import { z } from "zod";
import { loadBuffer } from "../../tmux/buffers.ts";
import { as } from "../args.ts";
import { SOCK } from "../tmux-arguments.ts";
import { bufferPrefix, reach } from "../tmux-reach.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "load_buffer",
  title: "Load tmux Buffer",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Put text into a new paste buffer; paste it with paste_buffer, then delete it.",
  input: { content: as("payload", z.string()), logical_name: z.string().optional(), ...SOCK },
  output: { buffer_name: z.string(), logical_name: z.string().nullish() },
  hints: { openWorldHint: true },

  async run({ content, logical_name, socket_name }, context) {
    const { server, limit } = await reach(context, socket_name);
    return loadBuffer(server, content, { logicalName: logical_name, prefix: bufferPrefix(context), limit });
  },
});
