import { z } from "zod";
import { listWindows } from "../../tmux/listing.ts";
import { resolveSession } from "../../tmux/target.ts";
import { FILTERS, SESS, SOCK } from "../tmux-arguments.ts";
import { filtered } from "../tmux-filters.ts";
import { reach } from "../tmux-reach.ts";
import { WINDOW_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "list_windows",
  title: "List tmux Windows",
  tier: "readonly",
  profiles: ["libtmux"],
  description: "The windows of a session, or of the whole server.",
  input: { ...SESS, ...FILTERS, ...SOCK },
  output: { result: z.array(z.object(WINDOW_INFO)) },
  meta: { "anthropic/alwaysLoad": true },

  async run({ filters, socket_name, ...target }, context) {
    const { server, limit } = await reach(context, socket_name);
    const named = target.session_id || target.session_name;
    const sessionId = named ? (await resolveSession(server, target, limit)).id : undefined;
    const windows = await listWindows(server, { sessionId }, limit);
    const from = { filters, list: "list-windows -a", key: ["session_id", "window_id"] };
    return { result: await filtered(server, windows, from, limit) };
  },
});
