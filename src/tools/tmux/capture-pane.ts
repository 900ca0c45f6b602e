import { z } from "zod";
import { capture } from "../../tmux/capture.ts";
import { readingPane } from "../../tmux/target.ts";
import { linesGone } from "../shortened.ts";
import { PANE, SOCK, maxLines } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

const MARK = /^\[\.\.\. truncated (\d+) lines \.\.\.\]\n/;
const marked = (lines: number) => `[... truncated ${lines} lines ...]`;

export default defineTool({
  name: "capture_pane",
  title: "Capture Pane",
  tier: "readonly",
  profiles: ["libtmux", "core"],
  description:
    "What a pane shows. Row 0 is the first visible, negative rows are scrollback; beyond max_lines the oldest go. To read on, use capture_since.",
  input: {
    ...PANE,
    start: z.int().optional(),
    end: z.int().optional(),
    max_lines: maxLines(500),
    join_wrapped: z.boolean().default(false),
    ansi: z.boolean().default(false),
    alternate: z.boolean().default(false).describe("Under a full-screen program"),
    ...SOCK,
  },
  output: STRING,

  shortened(kept, whole) {
    const before = MARK.exec(whole.result);
    const shown = whole.result.slice(before?.[0].length ?? 0);
    const gone = Number(before?.[1] ?? 0) + linesGone(kept.result, shown);
    return { result: `${marked(gone)}\n${kept.result}` };
  },

  async run(input, context) {
    const { server, limit } = await reach(context, input.socket_name);
    const { start, end, join_wrapped: joinWrapped, ansi, alternate, max_lines } = input;
    const lines = await readingPane(server, input, limit, (paneId) =>
      capture(server, paneId, { start, end, joinWrapped, ansi, alternate }, limit),
    );
    const over = max_lines === null ? 0 : Math.max(0, lines.length - max_lines);
    const kept = over > 0 ? [marked(over), ...lines.slice(over)] : lines;
    return { result: kept.join("\n") };
  },
});
