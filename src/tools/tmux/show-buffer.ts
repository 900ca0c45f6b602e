import { z } from "zod";
import { showBuffer } from "../../tmux/buffers.ts";
import { shortenedContent } from "../shortened.ts";
import { SOCK, maxLines } from "../tmux-arguments.ts";
import { bufferPrefix, reach } from "../tmux-reach.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "show_buffer",
  title: "Show tmux Buffer",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "The content of a buffer made by load_buffer.",
  input: { buffer_name: z.string(), max_lines: maxLines(500), ...SOCK },
  output: {
    buffer_name: z.string(),
    content: z.string(),
    content_truncated: z.boolean().optional(),
    content_truncated_lines: z.int().optional(),
  },
  shortened: shortenedContent,

  async run({ buffer_name, max_lines, socket_name }, context) {
    const { server, limit } = await reach(context, socket_name);
    const content = await showBuffer(server, buffer_name, { prefix: bufferPrefix(context), limit });
    const lines = content.split("\n");
    // A line end at the very end starts no further line.
    const count = lines.length - (content.endsWith("\n") ? 1 : 0);
    const over = max_lines === null ? 0 : Math.max(0, count - max_lines);
    return {
      buffer_name,
      content: over > 0 ? lines.slice(over).join("\n") : content,
      content_truncated: over > 0,
      content_truncated_lines: over,
    };
  },
});
