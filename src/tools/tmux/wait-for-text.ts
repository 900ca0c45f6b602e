import { z } from "zod";
import { ToolError } from "../../errors.ts";
import { BAD_PATTERN } from "../../tmux/pattern.ts";
import { resolvePane } from "../../tmux/target.ts";
import { entryLimit } from "../../tmux/wait/entry.ts";
import { atMost } from "../../tmux/within.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { announceWait, reach } from "../tmux-reach.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "wait_for_text",
  title: "Wait For Text",
  tier: "readonly",
  profiles: ["libtmux", "core"],
  description:
    "Wait until a pane prints a pattern (anything, without patterns); stop ends the wait unfound. Old text and the echo of typed text do not count.",
  input: {
    patterns: z.array(z.string().min(1)).min(1).optional(),
    stop: z.array(z.string().min(1)).optional(),
    regex: z.boolean().default(false),
    ...PANE,
    timeout: z.number().gt(0).default(8),
    // Waits are woken by output; the argument is taken so that calls written for polling still fit.
    interval: z.number().min(0.01).default(0.05),
    match_case: z.boolean().default(false),
    ...SOCK,
  },
  output: {
    found: z.boolean(),
    outcome: z.enum(["matched", "any_output", "stopped", "alternate_screen", "timeout"]),
    matched_index: z.int().nullish(),
    matched_lines: z.array(z.string()).optional(),
    tail: z.array(z.string()).optional(),
    saw_new_output: z.boolean().optional(),
    matched_at_entry: z.boolean().optional(),
    alternate_screen: z.boolean().optional(),
    pane_id: z.string(),
    elapsed_seconds: z.number(),
    effective_timeout: z.number(),
  },

  async run({ patterns, stop, regex, timeout, match_case, socket_name, ...target }, context) {
    const { waitForText } = await import("../../tmux/wait/text.ts");
    const { server, limit } = await reach(context, socket_name);
    const timeoutMs = announceWait(timeout, context) * 1_000;
    const { paneId } = await resolvePane(server, target, entryLimit(atMost(limit, timeoutMs)));
    const { signal } = context;
    const warn = (message: string) => context.log("warning", "wait_for_text", { message, pane_id: paneId });
    const options = { patterns, stop, regex, matchCase: match_case, timeoutMs, signal };
    const waited = await waitForText(server, paneId, options).catch((error: unknown) => {
      if (error instanceof ToolError && error.errorType === BAD_PATTERN) warn(error.message);
      throw error;
    });
    if (waited.outcome === "timeout" || waited.outcome === "alternate_screen")
      warn(`Nothing matched in ${waited.effective_timeout} s.`);
    return waited;
  },
});
