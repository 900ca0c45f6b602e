import { z } from "zod";
import { ToolError } from "../../errors.ts";
import { waitForChannel } from "../../tmux/wait/channel.ts";
import { within } from "../../tmux/within.ts";
import { channel, SOCK } from "../tmux-arguments.ts";
import { announceWait, reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "wait_for_channel",
  title: "Wait For tmux Channel",
  tier: "mutating",
  profiles: ["libtmux"],
  description:
    "Wait until a channel is signalled, by signal_channel or tmux wait-for -S. A signal that came before is not lost.",
  input: { channel, timeout: z.number().gt(0).default(30), ...SOCK },
  output: STRING,
  hints: { idempotentHint: true },

  async run({ channel: name, timeout, socket_name }, context) {
    const { server } = await reach(context, socket_name);
    const seconds = announceWait(timeout, context);
    if (await waitForChannel(server, name, within(seconds * 1_000, context.signal)))
      return { result: `${name} was signalled (waited at most ${seconds} s).` };
    throw new ToolError("TimeoutError", `${name} was not signalled within ${seconds} s.`, {
      suggestion: "Wait again: a signal that comes meanwhile is kept.",
    });
  },
});
