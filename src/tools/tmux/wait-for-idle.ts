import { z } from "zod";
import { resolvePane } from "../../tmux/target.ts";
import { entryLimit } from "../../tmux/wait/entry.ts";
import { waitForIdle } from "../../tmux/wait/idle.ts";
import { atMost } from "../../tmux/within.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { announceWait, reach } from "../tmux-reach.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "wait_for_idle",
  title: "Wait For Idle",
  tier: "readonly",
  description: "Wait until a pane has printed nothing for quiet_ms.",
  input: {
    quiet_ms: z.int().min(10).default(500),
    ...PANE,
    timeout: z.number().gt(0).default(8),
    ...SOCK,
  },
  output: {
    pane_id: z.string(),
    idle: z.boolean(),
    quiet_seconds: z.number().optional(),
    saw_output: z.boolean().optional(),
    elapsed_seconds: z.number().optional(),
    effective_timeout: z.number().optional(),
  },

  async run({ quiet_ms, timeout, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const timeoutMs = announceWait(timeout, context) * 1_000;
    const { paneId } = await resolvePane(server, target, entryLimit(atMost(limit, timeoutMs)));
    return waitForIdle(server, paneId, { quietMs: quiet_ms, timeoutMs, signal: context.signal });
  },
});
