import { z } from "zod";
import { pipePane } from "../../tmux/message.ts";
import { resolvePane } from "../../tmux/target.ts";
import { as } from "../args.ts";
import { PANE, SOCK } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { STRING } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "pipe_pane",
  title: "Pipe Pane",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Write what a pane prints from now on to a file; without output_path, stop.",
  input: {
    ...PANE,
    output_path: as("path", z.string()).optional(),
    append: z.boolean().default(true),
    ...SOCK,
  },
  output: STRING,
  hints: { openWorldHint: true },
  sparesTarget: true,

  async run({ output_path, append, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const { paneId } = await resolvePane(server, target, limit);
    const outputPath = output_path ?? null;
    await pipePane(server, paneId, { outputPath, append }, limit);
    return {
      result: outputPath === null ? `${paneId} is no longer piped.` : `${paneId} is piped to ${outputPath}.`,
    };
  },
});
