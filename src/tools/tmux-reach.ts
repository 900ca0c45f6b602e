import { callerOf, isCaller } from "../tmux/caller.ts";
import type { PaneInfo } from "../tmux/models.ts";
import type { Server } from "../tmux/server.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { type Within, within } from "../tmux/within.ts";
import type { Context } from "./tool.ts";

/** The server a call means, and how long it may keep the caller waiting. */
export interface Reach {
  readonly tmux: Tmux;
  readonly server: Server;
  readonly limit: Within;
  /** Whether a pane is the one we run in; null outside tmux. */
  readonly own: (paneId: string) => boolean | null;
  /** The pane with that answer filled in. */
  readonly marked: (pane: PaneInfo) => PaneInfo;
}

export async function reach(
  { house, signal }: Pick<Context, "house" | "signal">,
  socketName?: string,
): Promise<Reach> {
  const tmux = await house.tmux();
  const server = tmux.server(socketName);
  const own = isCaller(callerOf(house.environment), server);
  const limit = within(house.settings.tmux.timeoutSeconds * 1_000, signal);
  server.begin(limit);
  return {
    tmux,
    server,
    limit,
    own,
    marked: (pane) => ({ ...pane, is_caller: own(pane.pane_id) }),
  };
}

/**
 * Tells the client that a wait begins. Returns the seconds it takes at most: what was asked for, the ceiling of the
 * settings, and the client's patience.
 */
export function announceWait(
  asked: number,
  { house, longestMs, progress }: Pick<Context, "house" | "longestMs" | "progress">,
): number {
  const seconds = Math.min(asked, house.settings.tmux.waitMaxSeconds, longestMs / 1_000);
  progress({ done: 0, message: `waiting, at most ${seconds} s` });
  return seconds;
}

/** The prefix our buffers have; in the drop-in the one its users know. */
export function bufferPrefix({ house }: Pick<Context, "house">): string {
  return house.settings.house.profile === "libtmux" ? "libtmux_mcp_" : "termgate_";
}
