import { z } from "zod";
import { withoutHistory } from "../../tmux/history.ts";
import { resolveSession } from "../../tmux/target.ts";
import { createWindow } from "../../tmux/windows.ts";
import { ENV, HIST, SESS, SOCK, startDirectory } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { WINDOW_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "create_window",
  title: "Create tmux Window",
  tier: "mutating",
  profiles: ["libtmux"],
  description: "Open a window in a session; it is selected only with attach.",
  input: {
    ...SESS,
    window_name: z.string().optional(),
    start_directory: startDirectory,
    attach: z.boolean().default(false),
    direction: z.enum(["before", "after"]).optional(),
    ...ENV,
    ...HIST,
    ...SOCK,
  },
  output: WINDOW_INFO,

  async run(input, context) {
    const { server, limit } = await reach(context, input.socket_name);
    const { id } = await resolveSession(server, input, limit);
    const { environment, suppress_persistent_history } = input;
    const wanted = {
      name: input.window_name,
      startDirectory: input.start_directory,
      attach: input.attach,
      direction: input.direction,
      environment: suppress_persistent_history ? withoutHistory(environment) : environment,
    };
    return createWindow(server, id, wanted, limit);
  },
});
