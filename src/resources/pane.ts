import { paneById } from "../tmux/panes.ts";
import { resolvePane } from "../tmux/target.ts";
import { found, json, paneIds, reach, sockets, watchTree } from "./reach.ts";
import type { Resource } from "./resource.ts";

export default {
  name: "get_pane",
  title: "tmux pane",
  description: "One pane: size, place, process, title.",
  uriTemplate: "tmux://panes/{pane_id}{?socket_name}",
  mimeType: "application/json",
  complete: { ...sockets, ...paneIds },
  watch: watchTree,

  async read(variables, context) {
    const { server, limit, own } = await reach(context, variables);
    const at = await found(resolvePane(server, variables, limit));
    return at && json(await paneById(server, at.paneId, limit, own(at.paneId)));
  },
} satisfies Resource;
