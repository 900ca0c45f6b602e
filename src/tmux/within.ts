import { ToolError } from "../errors.ts";

/** How long a call may take and who may end it sooner. The deadline is on the clock of `performance.now()`. */
export interface Within {
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
}

export function within(timeoutMs: number, signal?: AbortSignal): Within {
  return { deadline: performance.now() + timeoutMs, signal };
}

export function remaining({ deadline }: Within): number {
  return Math.max(0, deadline - performance.now());
}

/** The same call with at most `timeoutMs` from now on. */
export function atMost(limit: Within, timeoutMs: number): Within {
  return { ...limit, deadline: Math.min(limit.deadline, performance.now() + timeoutMs) };
}

export function aborted(signal: AbortSignal): unknown {
  return signal.reason ?? new ToolError("Cancelled", "The call was cancelled.");
}

/** Settles with `work`, or as soon as the call is over; `late` names what was waited for. The work itself goes on. */
export function settle<T>(work: Promise<T>, limit: Within, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const { signal } = limit;
    const finish = (act: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      act();
    };
    const abort = () => finish(() => reject(aborted(signal as AbortSignal)));
    const timer = setTimeout(() => finish(() => reject(late())), remaining(limit));
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort, { once: true });
    work.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error)),
    );
  });
}
