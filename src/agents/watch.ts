import { type FSWatcher, watch } from "node:fs";
import { onDeath } from "../tmux/wait/entry.ts";
import { atMost, type Within } from "../tmux/within.ts";
import type { Channel } from "./channel/turn.ts";
import type { AgentPane } from "./pane.ts";

/** Looking again after this long costs nothing and catches what no event told. */
const LONGEST_MS = 1_000;

/** Tells when looking again may show something new: the pane printed, a file changed, the process ended. */
export class AgentWatch {
  readonly #channel: Channel | undefined;
  readonly #files = new Map<string, FSWatcher>();
  readonly #undo: (() => void)[] = [];
  #waiting: (() => void) | undefined;
  #news = true;
  #lastOutput = performance.now();

  private constructor(channel: Channel | undefined) {
    this.#channel = channel;
  }

  static async open(pane: AgentPane, channel: Channel | undefined, limit: Within): Promise<AgentWatch> {
    const watching = new AgentWatch(channel);
    const { paneId, windowId } = pane.place;
    const onlooker = {
      output: () => {
        watching.#lastOutput = performance.now();
        watching.#stir();
      },
      gone: () => watching.#stir(),
    };
    const watched = await pane.server.watch
      .join({ paneId, windowId }, onlooker, atMost(limit, 5_000))
      .catch(() => undefined);
    if (watched) watching.#undo.push(() => watched.leave());
    const { pid } = pane;
    if (pid !== undefined) watching.#undo.push(onDeath(pid, () => watching.#stir()));
    return watching;
  }

  /** Settles at the next event, or when `ms` are over. Events since the last call count. */
  async next(ms: number, signal: AbortSignal | undefined): Promise<void> {
    this.#watchFiles();
    if (!this.#news && !signal?.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.max(0, Math.min(ms, LONGEST_MS)));
      const abort = () => resolve();
      this.#waiting = resolve;
      signal?.addEventListener("abort", abort, { once: true });
      await promise;
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      this.#waiting = undefined;
    }
    // A burst of output is one event: redraws come in many pieces.
    await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 15)));
    this.#news = false;
  }

  /** True when the pane has printed nothing for so long; otherwise it is asked again as soon as that can be so. */
  isStill(ms: number): boolean {
    const quiet = performance.now() - this.#lastOutput;
    if (quiet >= ms) return true;
    setTimeout(() => this.#stir(), ms - quiet + 1).unref();
    return false;
  }

  close(): void {
    for (const undo of this.#undo) undo();
    for (const file of this.#files.values()) file.close();
    this.#files.clear();
    this.#waiting?.();
  }

  #stir(): void {
    this.#news = true;
    this.#waiting?.();
  }

  #watchFiles(): void {
    for (const path of this.#channel?.paths() ?? []) {
      if (this.#files.has(path)) continue;
      try {
        const watcher = watch(path, () => this.#stir());
        watcher.on("error", () => {
          watcher.close();
          this.#files.delete(path);
        });
        this.#files.set(path, watcher);
      } catch {
        // Not there yet; its folder, the pane or the next look will tell.
      }
    }
  }
}
