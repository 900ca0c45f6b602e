const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** A client gives a server two seconds to leave before it kills it. */
const DEADLINE_MS = 1_800;

export interface Stopping extends Disposable {
  readonly signal: AbortSignal;
  /** From here on the program has its two seconds, whatever still runs. */
  readonly begin: () => void;
  /** Something has to be put in order that takes longer than that. */
  readonly extend: (ms: number) => void;
}

/** Turns the signals that end a program into one abort, and makes sure the end comes. */
export function stopping(): Stopping {
  const stop = new AbortController();
  let deadline: NodeJS.Timeout | undefined;
  const begin = () => {
    deadline ??= setTimeout(() => process.exit(1), DEADLINE_MS).unref();
    stop.abort();
  };
  for (const name of SIGNALS) process.on(name, begin);
  return {
    signal: stop.signal,
    begin,
    extend: (ms) => {
      clearTimeout(deadline);
      deadline = setTimeout(() => process.exit(1), ms).unref();
    },
    [Symbol.dispose]() {
      for (const name of SIGNALS) process.off(name, begin);
      clearTimeout(deadline);
    },
  };
}
