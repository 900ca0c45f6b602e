import { z } from "zod";
import { shortenedOutput } from "../shortened.ts";
import { SOCK, maxLines } from "../tmux-arguments.ts";
import { announceWait, reach } from "../tmux-reach.ts";
import { COMMAND_RESULT } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "wait_for_command",
  title: "Wait For Command",
  tier: "readonly",
  profiles: ["core"],
  description:
    "Wait for a command that outlived run_command: the rest of its output and, at its end, its exit status.",
  input: {
    handle: z.string(),
    timeout: z.number().gt(0).default(30),
    max_lines: maxLines(null),
    ...SOCK,
  },
  output: COMMAND_RESULT,
  shortened: shortenedOutput,

  async run({ handle, timeout, max_lines, socket_name }, context) {
    const { waitForCommand } = await import("../../tmux/run/command.ts");
    const { server } = await reach(context, socket_name);
    const timeoutMs = announceWait(timeout, context) * 1_000;
    return waitForCommand(server, handle, { timeoutMs, maxLines: max_lines, signal: context.signal });
  },
});
