import { z } from "zod";
import { deleteBuffer } from "../../tmux/buffers.ts";
import { SOCK } from "../tmux-arguments.ts";
import { bufferPrefix, reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "delete_buffer",
  title: "Delete tmux Buffer",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Delete a buffer made by load_buffer.",
  input: { buffer_name: z.string(), ...SOCK },
  output: STRING,
  hints: { idempotentHint: true },

  async run({ buffer_name, socket_name }, context) {
    const { server, limit } = await reach(context, socket_name);
    await deleteBuffer(server, buffer_name, { prefix: bufferPrefix(context), limit });
    return { result: `Buffer ${buffer_name} is gone.` };
  },
});
