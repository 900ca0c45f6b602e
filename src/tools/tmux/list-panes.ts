import { z } from "zod";
import { listPanes, type Scope } from "../../tmux/listing.ts";
import type { Server } from "../../tmux/server.ts";
import { resolveSession, resolveWindow, type WindowTarget } from "../../tmux/target.ts";
import type { Within } from "../../tmux/within.ts";
import { FILTERS, SOCK, WIN } from "../tmux-arguments.ts";
import { filtered } from "../tmux-filters.ts";
import { reach } from "../tmux-reach.ts";
import { PANE_INFO } from "../tmux-results.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "list_panes",
  title: "List tmux Panes",
  tier: "readonly",
  profiles: ["libtmux", "core"],
  description:
    "The panes of a window, a session or the server: ids, what runs, where. is_caller marks our own.",
  input: { ...WIN, ...FILTERS, ...SOCK },
  output: { result: z.array(z.object(PANE_INFO)) },
  meta: { "anthropic/alwaysLoad": true },

  async run({ filters, socket_name, ...target }, context) {
    const { server, limit, own } = await reach(context, socket_name);
    const panes = await listPanes(server, await scopeOf(server, target, limit), limit, own);
    const from = { filters, list: "list-panes -a", key: ["session_id", "pane_id"] };
    return { result: await filtered(server, panes, from, limit) };
  },
});

async function scopeOf(server: Server, target: WindowTarget, limit: Within): Promise<Scope> {
  if (target.window_id || target.window_index) return resolveWindow(server, target, limit);
  if (!target.session_id && !target.session_name) return {};
  return { sessionId: (await resolveSession(server, target, limit)).id };
}
