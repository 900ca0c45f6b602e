import { within } from "../tmux/within.ts";
import { end } from "./kill.ts";
import type { LiveAgent } from "./live.ts";
import { isLock, type Locks } from "./registry/locks.ts";
import type { Registry } from "./registry/registry.ts";

/** Looking costs tmux commands, so few are looked at after any one call. */
const MOST = 8;

/**
 * Ends agents that failed long ago and that nobody came back to. What waits for a person is live work and is left alone, as
 * is everything ready, running, unknown or held. The evidence stays in the registry.
 */
export async function sweep(
  registry: Registry,
  locks: Locks,
  { olderThanMs, live }: { readonly olderThanMs: number; readonly live: (id: string) => LiveAgent },
): Promise<void> {
  const before = Date.now() - olderThanMs;
  const aged = registry
    .agents({ ended: false })
    .filter(
      ({ state, place, blocked }) =>
        state === "blocked" && place && blocked?.reason === "provider_error" && blocked.at <= before,
    );
  for (const row of aged.slice(0, MOST)) {
    const { id } = row;
    const lock = locks.take(id, "cleanup");
    if (!isLock(lock)) continue;
    using _held = lock;
    try {
      const agent = live(id);
      const { state } = await agent.status();
      if (state === "exited") registry.setState(row, "dead", { keepEvidence: true });
      if (state !== "failed") continue;
      await end(agent, within(10_000));
      registry.setState(row, "killed", { keepEvidence: true });
    } catch {
      // Cleaning up is a courtesy; the call it rides on must not fail for it.
    }
  }
}
