import type { Progress } from "../tools/tool.ts";

const APART_MS = 400;
/** Clients reset their patience with each progress; the shortest known one is far above this. */
const HEARTBEAT_MS = 10_000;

interface Wire {
  progress: number;
  total?: number;
  message: string;
}

interface Reporter {
  readonly report: (progress: Progress) => void;
  readonly stop: () => void;
}

/** The first report goes out at once, the rest a few per second at most, and one by itself when a tool says nothing. */
export function progressReporter(send: (wire: Wire) => void): Reporter {
  let lastSent = Number.NEGATIVE_INFINITY;
  let highest = 0;
  let latest: Progress | undefined;

  const emit = ({ done, total, message }: Progress) => {
    lastSent = performance.now();
    // The protocol wants every value above the one before it, also when a tool has nothing new to count.
    highest = done > highest ? done : highest + 0.001;
    send({ progress: highest, ...(total !== undefined && { total }), message });
  };
  const heartbeat = setInterval(() => {
    if (performance.now() - lastSent >= HEARTBEAT_MS)
      emit(latest ?? { done: highest, message: "still at work" });
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    report(progress) {
      latest = progress;
      if (performance.now() - lastSent >= APART_MS) emit(progress);
    },
    stop: () => clearInterval(heartbeat),
  };
}

export const noProgress: Reporter = { report: () => {}, stop: () => {} };
