import { isAnchor } from "./anchor.ts";
import type { ControlChannel } from "./control/channel.ts";
import { within } from "./within.ts";

/** Told to our clients when a session comes or goes, or a client leaves. */
export function stirs(line: string): boolean {
  return line === "%sessions-changed" || line.startsWith("%client-detached");
}

/**
 * Ends hidden sessions whose termgate is gone, and takes our own client away when no real session is left: a server
 * whose last session ended would have ended too. `held` is true while somebody is about to create one.
 */
export async function tidy(channel: ControlChannel, held: () => boolean): Promise<void> {
  const [body] = await channel.send(
    ["list-sessions -F '#{session_id} #{session_attached} #{session_name}'"],
    within(5_000),
  );
  const sessions = String(body)
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(" ", 3) as [string, string, string]);
  const orphans = sessions.filter(([, attached, name]) => isAnchor(name) && attached === "0");
  await Promise.all(
    orphans.map(([id]) => channel.send([`kill-session -t '${id}'`], within(5_000)).catch(() => {})),
  );
  if (sessions.every(([, , name]) => isAnchor(name)) && !held()) channel.close();
}
