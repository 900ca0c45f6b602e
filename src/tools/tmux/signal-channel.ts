import { signalChannel } from "../../tmux/wait/channel.ts";
import { channel, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "signal_channel",
  title: "Signal tmux Channel",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Wake who waits on a channel, or the next one who will.",
  input: { channel, ...SOCK },
  output: STRING,
  hints: { idempotentHint: true },

  async run({ channel: name, socket_name }, context) {
    const { server, limit } = await reach(context, socket_name);
    await signalChannel(server, name, limit);
    return { result: `${name} is signalled.` };
  },
});
