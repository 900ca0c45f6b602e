import { z } from "zod";
import { withoutHistory } from "../../tmux/history.ts";
import { createSession } from "../../tmux/sessions.ts";
import { as } from "../args.ts";
import { ENV, HIST, SOCK, startDirectory } from "../tmux-arguments.ts";
import { reach } from "../tmux-reach.ts";
import { SESSION_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "create_session",
  title: "Create tmux Session",
  tier: "mutating",
  profiles: ["libtmux", "core"],
  description: "Start a detached session, and the server if none runs.",
  input: {
    session_name: as("session_name", z.string()).optional(),
    window_name: z.string().optional(),
    start_directory: startDirectory,
    x: z.int().min(1).optional(),
    y: z.int().min(1).optional(),
    ...ENV,
    ...HIST,
    ...SOCK,
  },
  output: SESSION_INFO,

  async run(input, context) {
    const { server, limit } = await reach(context, input.socket_name);
    const { environment, suppress_persistent_history } = input;
    const wanted = {
      name: input.session_name,
      windowName: input.window_name,
      startDirectory: input.start_directory,
      width: input.x,
      height: input.y,
      environment: suppress_persistent_history ? withoutHistory(environment) : environment,
    };
    return createSession(server, wanted, limit);
  },
});
