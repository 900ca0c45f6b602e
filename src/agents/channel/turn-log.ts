import { textOf } from "./json-lines.ts";
import type { Turn } from "./turn.ts";

/** Turns as they are read from records: opened by a prompt, changed while they run, ended once. */
export class TurnLog {
  readonly #turns = new Map<string, Turn>();
  #last = "";

  open(id: string, prompt: string, timestamp: unknown): void {
    this.#last = id;
    this.#turns.set(id, { id, prompt, startedAt: moment(timestamp), outcome: "running", tools: 0 });
  }

  /** The turn of this id, the newest without one. */
  turn(id = this.#last): Turn | undefined {
    return this.#turns.get(id);
  }

  change(part: Partial<Turn>, id = this.#last): void {
    const turn = this.#turns.get(id);
    if (turn?.outcome === "running") this.#turns.set(id, { ...turn, ...part });
  }

  used(tools: number, id = this.#last): void {
    this.change({ tools: (this.#turns.get(id)?.tools ?? 0) + tools }, id);
  }

  /** Oldest first. */
  all(): Turn[] {
    return [...this.#turns.values()];
  }
}

export function moment(timestamp: unknown): number {
  return Date.parse(textOf(timestamp) ?? "") || 0;
}
