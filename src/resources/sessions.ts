import { listSessions } from "../tmux/listing.ts";
import { json, reach, sockets, watchTree } from "./reach.ts";
import type { Resource } from "./resource.ts";

export default {
  name: "get_sessions",
  title: "tmux sessions",
  description: "Every session of a tmux server.",
  uriTemplate: "tmux://sessions{?socket_name}",
  mimeType: "application/json",
  complete: sockets,
  watch: watchTree,

  async read(variables, context) {
    const { server, limit } = await reach(context, variables);
    return json(await listSessions(server, limit));
  },
} satisfies Resource;
