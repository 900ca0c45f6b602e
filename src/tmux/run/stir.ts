/** How long a prompt pauses when it is drawn. */
const PAUSE_MS = 40;

/** Tells when a pane that prints something has stopped doing so. */
export class Stir {
  #heard = false;
  #again: () => void = () => {};

  heard(): void {
    this.#heard = true;
    this.#again();
  }

  /** From here on it is as if nothing had been printed. */
  reset(): void {
    this.#heard = false;
  }

  /** Settles when something was printed and then nothing more, or when nothing is for `mostMs`. */
  over(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#again = () => {};
        clearTimeout(pause);
        clearTimeout(never);
        resolve();
      };
      let pause: NodeJS.Timeout | undefined;
      const never = setTimeout(done, mostMs);
      this.#again = () => {
        clearTimeout(pause);
        pause = setTimeout(done, PAUSE_MS);
      };
      if (this.#heard) this.#again();
    });
  }
}
