import { z } from "zod";
import { listSessions } from "../../tmux/listing.ts";
import { FILTERS, SOCK } from "../tmux-arguments.ts";
import { filtered } from "../tmux-filters.ts";
import { reach } from "../tmux-reach.ts";
import { SESSION_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "list_sessions",
  title: "List tmux Sessions",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "The sessions of a server; none when it does not run.",
  input: { ...FILTERS, ...SOCK },
  output: { result: z.array(z.object(SESSION_INFO)) },

  async run({ filters, socket_name }, context) {
    const { server, limit } = await reach(context, socket_name);
    const sessions = await listSessions(server, limit);
    const from = { filters, list: "list-sessions", key: ["session_id"] };
    return { result: await filtered(server, sessions, from, limit) };
  },
});
