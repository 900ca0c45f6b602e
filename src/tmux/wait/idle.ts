import type { Server } from "../server.ts";
import { aborted, within } from "../within.ts";
import { enter, entryLimit, onDeath, panePast } from "./entry.ts";

export interface IdleResult {
  readonly pane_id: string;
  /** True when the pane was quiet for as long as asked. */
  readonly idle: boolean;
  /** How long it had been quiet when the wait ended. */
  readonly quiet_seconds: number;
  readonly saw_output: boolean;
  readonly elapsed_seconds: number;
  readonly effective_timeout: number;
}

export interface IdleOptions {
  readonly quietMs: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Waits until a pane has printed nothing for a while. */
export async function waitForIdle(server: Server, paneId: string, options: IdleOptions): Promise<IdleResult> {
  const { quietMs, timeoutMs, signal } = options;
  const started = performance.now();
  const limit = within(timeoutMs, signal);
  const done = Promise.withResolvers<boolean>();
  done.promise.catch(() => {});
  let last = started;
  let sawOutput = false;
  const entry = await enter(
    server,
    paneId,
    {
      mark: () => (last = performance.now()),
      output: () => {
        last = performance.now();
        sawOutput = true;
      },
      gone: (why) => done.reject(panePast(paneId, why)),
    },
    entryLimit(limit),
  );
  last = performance.now();
  sawOutput = false;
  const undo = onDeath(entry.pid, () => done.reject(panePast(paneId, "its program ended.")));
  // The timer is set for the moment the quiet would be long enough, and set again when there was output meanwhile.
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = performance.now();
    if (now - last >= quietMs) done.resolve(true);
    else if (now >= limit.deadline) done.resolve(false);
    else timer = setTimeout(look, Math.max(1, Math.min(last + quietMs, limit.deadline) - now));
  };
  look();
  const abort = () => done.reject(aborted(signal as AbortSignal));
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const idle = await done.promise;
    const now = performance.now();
    return {
      pane_id: paneId,
      idle,
      quiet_seconds: Math.round(now - last) / 1_000,
      saw_output: sawOutput,
      elapsed_seconds: Math.round(now - started) / 1_000,
      effective_timeout: timeoutMs / 1_000,
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    undo();
    entry.watched.leave();
  }
}
