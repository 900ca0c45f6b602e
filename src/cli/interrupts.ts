import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Interrupts extends Disposable {
  readonly signal: AbortSignal;
  /** The exit code of a program that was told to stop; undefined as long as nobody did. */
  readonly code: number | undefined;
}

/** Ctrl-C and its like as one abort, for a command that has something to put in order first. A second one ends it at once. */
export function interrupts(also: AbortSignal): Interrupts {
  const stop = new AbortController();
  let code: number | undefined;
  const told = (name: (typeof SIGNALS)[number]) => {
    if (code !== undefined) process.exit(code);
    code = 128 + constants.signals[name];
    stop.abort();
  };
  for (const name of SIGNALS) process.on(name, told);
  return {
    signal: AbortSignal.any([stop.signal, also]),
    get code() {
      return code;
    },
    [Symbol.dispose]() {
      for (const name of SIGNALS) process.off(name, told);
    },
  };
}
