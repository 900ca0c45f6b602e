import { z } from "zod";
import { resolveSession } from "../../tmux/target.ts";
import { SESS, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_CONTENT_MATCH } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "search_panes",
  title: "Search Panes",
  tier: "readonly",
  profiles: ["libtmux", "core"],
  description:
    "Find text in the visible rows, or a range of scrollback, of all panes or a session's. Literal unless regex (RE2).",
  input: {
    pattern: z.string(),
    regex: z.boolean().default(false),
    ...SESS,
    match_case: z.boolean().default(false),
    content_start: z.int().optional(),
    content_end: z.int().optional(),
    max_matched_lines_per_pane: z.int().default(50),
    limit: z.int().nullable().default(500),
    offset: z.int().default(0),
    ...SOCK,
  },
  output: {
    matches: z.array(z.object(PANE_CONTENT_MATCH)).optional(),
    truncated: z.boolean().optional(),
    truncated_panes: z.array(z.string()).optional(),
    total_panes_matched: z.int(),
    offset: z.int(),
    limit: z.int().nullable(),
  },

  /** Panes that had no place go with those of the next page. */
  shortened(kept, whole) {
    const cut = whole.matches?.slice(kept.matches?.length ?? 0) ?? [];
    const truncated_panes = [...cut.map(({ pane_id }) => pane_id), ...(whole.truncated_panes ?? [])];
    return { ...kept, truncated: true, truncated_panes };
  },

  async run(input, context) {
    const { searchPanes } = await import("../../tmux/search.ts");
    const { server, limit, own } = await reach(context, input.socket_name);
    const named = input.session_id || input.session_name;
    const options = {
      pattern: input.pattern,
      regex: input.regex,
      matchCase: input.match_case,
      sessionId: named ? (await resolveSession(server, input, limit)).id : undefined,
      start: input.content_start,
      end: input.content_end,
      maxMatchedLinesPerPane: input.max_matched_lines_per_pane,
      limit: input.limit,
      offset: input.offset,
      isCaller: own,
    };
    return searchPanes(server, options, limit);
  },
});
