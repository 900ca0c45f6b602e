import { z } from "zod";
import { capture } from "../../tmux/capture.ts";
import { resolvePane } from "../../tmux/target.ts";
import { PANE, SOCK, maxLines } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "capture_pane",
  title: "Capture Pane",
  tier: "readonly",
  profiles: ["libtmux", "core"],
  description:
    "What a pane shows. Row 0 is the first visible one, negative rows are scrollback; the oldest rows over max_lines are left out. To read on later use capture_since.",
  input: {
    ...PANE,
    start: z.int().optional(),
    end: z.int().optional(),
    max_lines: maxLines(500),
    join_wrapped: z.boolean().default(false),
    ansi: z.boolean().default(false).describe("Keep colours"),
    alternate: z.boolean().default(false).describe("The screen under a full-screen program"),
    ...SOCK,
  },
  output: STRING,

  async run(input, context) {
    const { server, limit } = await reach(context, input.socket_name);
    const { paneId } = await resolvePane(server, input, limit);
    const { start, end, join_wrapped: joinWrapped, ansi, alternate, max_lines } = input;
    const lines = await capture(server, paneId, { start, end, joinWrapped, ansi, alternate }, limit);
    const over = max_lines === null ? 0 : Math.max(0, lines.length - max_lines);
    const kept = over > 0 ? [`[... truncated ${over} lines ...]`, ...lines.slice(over)] : lines;
    return { result: kept.join("\n") };
  },
});
