import { listWindows } from "../tmux/listing.ts";
import { sessionById } from "../tmux/sessions.ts";
import { resolveSession } from "../tmux/target.ts";
import { found, json, reach, sessionNames, sockets, watchTree } from "./reach.ts";
import type { Resource } from "./resource.ts";

export default {
  name: "get_session",
  title: "tmux session",
  description: "One session with its windows.",
  uriTemplate: "tmux://sessions/{session_name}{?socket_name}",
  mimeType: "application/json",
  complete: { ...sockets, ...sessionNames },
  watch: watchTree,

  async read(variables, context) {
    const { server, limit } = await reach(context, variables);
    const session = await found(resolveSession(server, variables, limit));
    if (!session) return undefined;
    const windows = await listWindows(server, { sessionId: session.id }, limit);
    return json({ ...(await sessionById(server, session.id, limit)), windows });
  },
} satisfies Resource;
