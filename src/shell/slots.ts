import { ToolError } from "../errors.ts";

/** A fixed number of places. Who finds none is told at once: a queue would hide that something hangs. */
export class Slots {
  readonly #limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.#limit = Math.max(1, limit);
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.#limit) {
      const many = this.#limit === 1 ? "another command" : `${this.#limit} commands`;
      throw new ToolError("TooManyCommands", `Too many commands at once: ${many} still running.`, {
        suggestion:
          "Wait for the running command to end, then call again; shell.max_concurrency sets the limit.",
        transient: true,
      });
    }
    this.#taken++;
    try {
      return await work();
    } finally {
      this.#taken--;
    }
  }
}
