import { listWindows } from "../tmux/listing.ts";
import { resolveSession } from "../tmux/target.ts";
import { found, json, reach, sessionNames, sockets, watchTree } from "./reach.ts";
import type { Resource } from "./resource.ts";

export default {
  name: "get_session_windows",
  title: "Windows of a tmux session",
  description: "The windows of one session.",
  uriTemplate: "tmux://sessions/{session_name}/windows{?socket_name}",
  mimeType: "application/json",
  complete: { ...sockets, ...sessionNames },
  watch: watchTree,

  async read(variables, context) {
    const { server, limit } = await reach(context, variables);
    const session = await found(resolveSession(server, variables, limit));
    return session && json(await listWindows(server, { sessionId: session.id }, limit));
  },
} satisfies Resource;
