import { setTimeout as pause } from "node:timers/promises";
import { type AgentsOptions, type Call, Desk } from "./desk.ts";
import { oneShot } from "./one-shot.ts";
import {
  answer,
  interrupt,
  type Keystrokes,
  kill,
  list,
  type Listing,
  sendKeys,
  snapshot,
} from "./operations.ts";
import { prompt, type PromptOptions, wait } from "./prompt.ts";
import type { Place } from "./registry/rows.ts";
import { spawn, type SpawnRequest } from "./spawn.ts";

export type { AgentsOptions, Call, SpawnRequest };

/** A client that closed the wire kills its server some seconds later. */
const ENDING_MS = 5_000;

/** Every agent of this state folder, whichever termgate started it. */
export class Agents {
  readonly #desk: Desk;
  readonly #closing = new AbortController();
  readonly #errands = new Set<Promise<unknown>>();

  constructor(options: AgentsOptions) {
    this.#desk = new Desk(options);
  }

  /**
   * Cancels what still runs and waits for it: a one shot ends its agent, which nobody else would ever do, and a start
   * ends what it could not yet write down.
   */
  async close(patience?: (ms: number) => void): Promise<void> {
    this.#closing.abort();
    if (this.#errands.size > 0) {
      patience?.(ENDING_MS + 500);
      const late = pause(ENDING_MS, undefined, { ref: false });
      await Promise.race([Promise.allSettled(this.#errands), late]);
    }
    this.#desk.registry.close();
  }

  async #errand<C extends Call, T>(call: C, work: (call: C) => Promise<T>): Promise<T> {
    const signals = [this.#closing.signal, ...(call.signal ? [call.signal] : [])];
    const errand = work({ ...call, signal: AbortSignal.any(signals) });
    this.#errands.add(errand);
    try {
      return await errand;
    } finally {
      this.#errands.delete(errand);
    }
  }

  spawn(request: SpawnRequest, call: Call) {
    return this.#errand(call, (told) => spawn(this.#desk, request, told));
  }

  prompt(id: string, text: string, options: PromptOptions) {
    return this.#errand(options, (told) => prompt(this.#desk, id, text, told));
  }

  wait(id: string, options: Call & { readonly turnId?: string | undefined }) {
    return wait(this.#desk, id, options);
  }

  snapshot(id: string, lines: number, signal?: AbortSignal) {
    return snapshot(this.#desk, id, { lines, signal });
  }

  kill(id: string, call: Call) {
    return kill(this.#desk, id, call);
  }

  sendKeys(id: string, keystrokes: Keystrokes, call: Call) {
    return sendKeys(this.#desk, id, keystrokes, call);
  }

  answer(id: string, option: string, call: Call) {
    return answer(this.#desk, id, option, call);
  }

  interrupt(id: string, call: Call) {
    return interrupt(this.#desk, id, call);
  }

  oneShot(request: SpawnRequest & { readonly prompt: string }, call: Call) {
    return this.#errand(call, (told) => oneShot(this.#desk, request, told));
  }

  /** Where an agent runs, while it does. */
  async place(id: string): Promise<Place | undefined> {
    const { agent } = await snapshot(this.#desk, id, { lines: 1 });
    return agent.state === "dead" || agent.state === "killed"
      ? undefined
      : this.#desk.registry.agent(id).place;
  }

  /** Every agent there ever was; none of them is looked at. */
  ids(): string[] {
    return this.#desk.registry.agents().map(({ id }) => id);
  }

  list(listing?: Listing) {
    return list(this.#desk, listing);
  }
}
