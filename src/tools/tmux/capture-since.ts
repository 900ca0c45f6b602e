import { z } from "zod";
import { captureSince } from "../../tmux/since/capture-since.ts";
import { bytesGone } from "../shortened.ts";
import { PANE, SOCK, maxLines } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "capture_since",
  title: "Capture Since",
  tier: "readonly",
  profiles: ["libtmux", "core"],
  description:
    "What a pane printed since the last call: pass its cursor back. Without one, the screen. lines_missed tells that history was lost.",
  input: {
    cursor: z.string().optional(),
    ...PANE,
    max_lines: maxLines(500),
    max_bytes: maxLines(128_000),
    ...SOCK,
  },
  output: {
    pane_id: z.string(),
    cursor: z.string(),
    lines: z.array(z.string()).optional(),
    elapsed_seconds: z.number(),
    lines_missed: z.boolean().optional(),
    truncated: z.boolean().optional(),
    truncated_lines: z.int().optional(),
    truncated_bytes: z.int().optional(),
  },

  shortened(kept, whole) {
    const { lines = [], truncated_lines = 0, truncated_bytes = 0 } = whole;
    const left = kept.lines ?? [];
    return {
      ...kept,
      truncated: true,
      truncated_lines: truncated_lines + lines.length - left.length,
      truncated_bytes: truncated_bytes + bytesGone(left.join("\n"), lines.join("\n")),
    };
  },

  async run({ cursor, max_lines, max_bytes, socket_name, ...target }, context) {
    const { tmux, server, limit } = await reach(context, socket_name);
    const key = tmux.options.cursorKey;
    return captureSince(server, { cursor, target, maxLines: max_lines, maxBytes: max_bytes, key }, limit);
  },
});
