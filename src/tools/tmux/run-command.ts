import { z } from "zod";
import { ToolError } from "../../errors.ts";
import { requirePane } from "../../tmux/target.ts";
import { entryLimit } from "../../tmux/wait/entry.ts";
import { atMost } from "../../tmux/within.ts";
import { as } from "../args.ts";
import { shortenedOutput } from "../shortened.ts";
import { PANE, SOCK, maxLines } from "../tmux-arguments.ts";
import { announceWait, reach } from "../tmux-reach.ts";
import { COMMAND_RESULT } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "run_command",
  title: "Run Command",
  tier: "mutating",
  profiles: ["libtmux", "core"],
  description:
    "Run a command in a subshell of a pane's shell; returns its own output and exit status. After the timeout it goes on: pass handle to wait_for_command.",
  input: {
    command: as("command", z.string()),
    ...PANE,
    timeout: z.number().gt(0).default(30),
    max_lines: maxLines(null),
    suppress_history: z.boolean().optional(),
    ...SOCK,
  },
  output: COMMAND_RESULT,
  shortened: shortenedOutput,
  defaults: { suppress_history: "tmux.suppressHistory" },
  hints: { openWorldHint: true },

  lock: ({ pane_id, socket_name }) => pane_id && `pane ${pane_id}${socket_name ? ` of ${socket_name}` : ""}`,

  async run({ command, timeout, max_lines, suppress_history, socket_name, ...target }, context) {
    const { settings } = context.house;
    if (suppress_history && settings.house.profile === "libtmux") refuseLines(command);
    const { runCommand } = await import("../../tmux/run/command.ts");
    const { server, limit } = await reach(context, socket_name);
    const timeoutMs = announceWait(timeout, context) * 1_000;
    const { paneId } = await requirePane(server, target, entryLimit(atMost(limit, timeoutMs)));
    return runCommand(server, paneId, {
      command,
      timeoutMs,
      suppressHistory: suppress_history ?? settings.tmux.suppressHistory,
      maxLines: max_lines,
      signal: context.signal,
    });
  },
});

/** Who asks for it by name in the drop-in means the rule of the server it stands in for. */
function refuseLines(command: string): void {
  if (!/[\r\n]/.test(command)) return;
  throw new ToolError("ExpectedToolError", "suppress_history takes one line, and the command has several.", {
    suggestion: "Pass suppress_history false or leave it out.",
  });
}
