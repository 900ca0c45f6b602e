import { type AgentsOptions, type Call, Desk } from "./desk.ts";
import { oneShot } from "./one-shot.ts";
import { answer, interrupt, type Keystrokes, kill, list, sendKeys, snapshot } from "./operations.ts";
import { prompt, type PromptOptions, wait } from "./prompt.ts";
import type { Place } from "./registry/rows.ts";
import { spawn, type SpawnRequest } from "./spawn.ts";

export type { AgentsOptions, Call, SpawnRequest };

/** Every agent of this state folder, whichever termgate started it. */
export class Agents {
  readonly #desk: Desk;

  constructor(options: AgentsOptions) {
    this.#desk = new Desk(options);
  }

  close(): void {
    this.#desk.registry.close();
  }

  spawn(request: SpawnRequest, call: Call) {
    return spawn(this.#desk, request, call);
  }

  prompt(id: string, text: string, options: PromptOptions) {
    return prompt(this.#desk, id, text, options);
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
    return oneShot(this.#desk, request, call);
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

  list(signal?: AbortSignal) {
    return list(this.#desk, signal);
  }
}
