import { listPanes } from "../tmux/listing.ts";
import { resolveWindow } from "../tmux/target.ts";
import { windowById } from "../tmux/windows.ts";
import { found, json, reach, sessionNames, sockets, watchTree, windowIndexes } from "./reach.ts";
import type { Resource } from "./resource.ts";

export default {
  name: "get_window",
  title: "tmux window",
  description: "One window with its panes.",
  uriTemplate: "tmux://sessions/{session_name}/windows/{window_index}{?socket_name}",
  mimeType: "application/json",
  complete: { ...sockets, ...sessionNames, ...windowIndexes },
  watch: watchTree,

  async read(variables, context) {
    const { server, limit, own } = await reach(context, variables);
    const at = await found(resolveWindow(server, variables, limit));
    if (!at) return undefined;
    const panes = await listPanes(server, at, limit, own);
    return json({ ...(await windowById(server, at, limit)), panes });
  },
} satisfies Resource;
