import { capture } from "../tmux/capture.ts";
import { resolvePane } from "../tmux/target.ts";
import { found, gently, paneIds, present, reach, sockets } from "./reach.ts";
import type { Resource } from "./resource.ts";

export default {
  name: "get_pane_content",
  title: "Content of a tmux pane",
  description: "The text a pane shows now.",
  uriTemplate: "tmux://panes/{pane_id}/content{?socket_name}",
  mimeType: "text/plain",
  complete: { ...sockets, ...paneIds },

  async read(variables, context) {
    const { server, limit } = await reach(context, variables);
    const at = await found(resolvePane(server, variables, limit));
    return at && (await capture(server, at.paneId, {}, limit)).join("\n");
  },

  async watch(variables, context, changed) {
    const { server, limit } = await reach(context, variables);
    const at = await present(resolvePane(server, variables, limit));
    const soon = gently(changed);
    const watched = await server.watch.join(at, { output: soon.call, gone: soon.call }, limit);
    const stop = () => {
      soon.stop();
      watched.leave();
    };
    await watched.begun(limit).catch((error: unknown) => {
      stop();
      throw error;
    });
    return stop;
  },
} satisfies Resource;
