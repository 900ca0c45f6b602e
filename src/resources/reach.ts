import { ToolError } from "../errors.ts";
import { callerOf, isCaller } from "../tmux/caller.ts";
import { listPanes, listSessions, listWindows } from "../tmux/listing.ts";
import type { Server } from "../tmux/server.ts";
import { type Within, within } from "../tmux/within.ts";
import { NOT_THERE, type Resource, type ResourceContext } from "./resource.ts";

type Variables = Readonly<Record<string, string>>;

interface Reach {
  readonly server: Server;
  readonly limit: Within;
  readonly own: (paneId: string) => boolean | null;
}

/** The server an address means. */
export async function reach({ house, signal }: ResourceContext, { socket_name }: Variables): Promise<Reach> {
  const server = (await house.tmux()).server(socket_name);
  const limit = within(house.settings.tmux.timeoutSeconds * 1_000, signal);
  return { server, limit, own: isCaller(callerOf(house.environment), server) };
}

const ABSENT = new Set(["PaneNotFound", "TmuxObjectDoesNotExist", "TmuxServerNotRunning"]);

/** Nothing for an address of what does not exist; the protocol has its own word for that. */
export async function found<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ToolError && ABSENT.has(error.errorType)) return undefined;
    throw error;
  }
}

/** The same where there is nothing to go on with. */
export async function present<T>(work: Promise<T>): Promise<T> {
  const value = await found(work);
  if (value === undefined) throw new ToolError(NOT_THERE, "There is no such resource.");
  return value;
}

export function json(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}

type Complete = NonNullable<Resource["complete"]>;

export const sockets: Complete = {
  socket_name: async ({ house, signal }) => {
    const limit = within(house.settings.tmux.timeoutSeconds * 1_000, signal);
    const servers = await (await house.tmux()).listServers(limit);
    return servers.flatMap(({ socket_name }) => socket_name ?? []);
  },
};

export const sessionNames: Complete = {
  session_name: async (context, given) => {
    const { server, limit } = await reach(context, given);
    return (await listSessions(server, limit)).flatMap(({ session_name }) => session_name ?? []);
  },
};

/** Indexes of the session typed so far; of all of them while none is. */
export const windowIndexes: Complete = {
  window_index: async (context, given) => {
    const { server, limit } = await reach(context, given);
    const windows = (await listWindows(server, {}, limit)).filter(
      (window) => !given["session_name"] || window.session_name === given["session_name"],
    );
    return [...new Set(windows.flatMap(({ window_index }) => window_index ?? []))];
  },
};

export const paneIds: Complete = {
  pane_id: async (context, given) => {
    const { server, limit } = await reach(context, given);
    return [...new Set((await listPanes(server, {}, limit)).map(({ pane_id }) => pane_id))];
  },
};

/** What tmux announces when a session, window or pane comes, goes or changes its shape or name. */
const CHANGES = /^%(session|window|unlinked-window|sessions|layout|pane)/;

/** Calls back when anything in the tree of sessions, windows and panes changes. */
export async function watchTree(
  variables: Variables,
  context: ResourceContext,
  changed: () => void,
): Promise<() => void> {
  const { server, limit } = await reach(context, variables);
  await present(server.identity(limit));
  const soon = gently(changed);
  const stops = [
    server.onNotification((line) => CHANGES.test(line) && soon.call()),
    server.onDropped(() => soon.call()),
    soon.stop,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const APART_MS = 200;

/** At most one call in a while: the first change is told at once, those close behind it together. */
export function gently(changed: () => void): { readonly call: () => void; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  const call = () => {
    if (timer) return void (again = true);
    changed();
    timer = setTimeout(() => {
      timer = undefined;
      if (!again) return;
      again = false;
      call();
    }, APART_MS);
  };
  return { call, stop: () => clearTimeout(timer) };
}
