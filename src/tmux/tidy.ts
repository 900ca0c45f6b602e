import { isAnchor } from "./anchor.ts";
import type { ControlChannel } from "./control/channel.ts";
import { within } from "./within.ts";

/**
 * Takes our own client away when no real session is left: a server whose last session ended would have ended too.
 * `held` is true while somebody is about to create one. Hidden sessions of others are theirs to end: to end one whose
 * client is just leaving crashes tmux 3.3a.
 */
export async function tidy(channel: ControlChannel, held: () => boolean): Promise<void> {
  const [names] = await channel.send(["list-sessions -F '#{session_name}'"], within(5_000));
  const all = String(names).split("\n").filter(Boolean);
  if (all.every((name) => isAnchor(name)) && !held()) channel.close();
}
