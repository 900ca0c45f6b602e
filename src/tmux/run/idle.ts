import type { Watched } from "../stream/watch.ts";
import { within } from "../within.ts";
import { isFree, type Seat } from "./seat.ts";

const ROUND_MS = 200;
const ANSWER_MS = 800;

/** Stopped or interrupted commands leave no status; then the shell has the terminal again without a mark. */
export class Idle {
  /** How often in a row the shell was seen with the terminal and without output. */
  #rounds = 0;

  heard(): void {
    this.#rounds = 0;
  }

  /** Calls back when the shell is back. Returns how to stop. */
  watch(seat: Seat, watched: Watched, back: () => void): () => void {
    const timer = setInterval(() => {
      this.#rounds = isFree(seat) ? this.#rounds + 1 : 0;
      if (this.#rounds < 3) return;
      this.#rounds = Number.NEGATIVE_INFINITY;
      // What was printed comes later than the kernel knows of the end; behind this answer nothing is left of it.
      void watched.ask(["display-message -p ''"], within(ANSWER_MS)).then(
        () => this.#rounds < 0 && back(),
        () => this.heard(),
      );
    }, ROUND_MS);
    timer.unref();
    return () => clearInterval(timer);
  }
}
