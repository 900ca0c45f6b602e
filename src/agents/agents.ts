import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { ToolError } from "../errors.ts";
import { within } from "../tmux/within.ts";
import { awaitTurn } from "./await-turn.ts";
import { pruneEvents } from "./channel/hook-events.ts";
import { choose, optionFor } from "./choose.ts";
import { end } from "./kill.ts";
import { launch, type Room } from "./launch.ts";
import { eventFolder, type Grounds, LiveAgent } from "./live.ts";
import { type AgentRef, type Outcome, outcomeOf, refOf } from "./outcome.ts";
import type { LaunchOptions, ProviderName } from "./provider.ts";
import { providers } from "./providers/index.ts";
import { untilReady } from "./ready.ts";
import { Keeper } from "./keeper.ts";
import { Locks, isLock } from "./registry/locks.ts";
import { Registry } from "./registry/registry.ts";
import type { AgentRow, Place, TurnRow } from "./registry/rows.ts";
import { scraped } from "./scrape.ts";
import { submit, sanitised } from "./submit.ts";
import { sweep } from "./sweep.ts";
import { stateAfter, turnResult, type TurnResult } from "./turn-result.ts";

export interface AgentsOptions extends Grounds {
  readonly room: Room;
  /** Age after which a failed agent nobody came back to is cleaned up. */
  readonly cleanupAfterMs: number;
  readonly redact: (text: string) => string;
}

export interface Call {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((message: string) => void) | undefined;
}

export interface SpawnRequest {
  readonly provider: ProviderName;
  readonly cwd: string;
  readonly launch: LaunchOptions;
  readonly noYolo: boolean;
  readonly key?: string | undefined;
}

export interface Told {
  readonly agent: AgentRef;
  readonly outcome: Outcome;
}

/** Every agent of this state folder, whichever termgate started it. */
export class Agents {
  readonly #options: AgentsOptions;
  readonly #registry: Registry;
  readonly #locks: Locks;
  readonly #keeper: Keeper;

  constructor(options: AgentsOptions) {
    this.#options = options;
    this.#registry = new Registry(join(options.stateDir, "agents.sqlite3"));
    this.#locks = new Locks(this.#registry, randomUUID());
    this.#keeper = new Keeper(this.#registry, (text) => options.redact(text));
  }

  close(): void {
    this.#registry.close();
  }

  async spawn(request: SpawnRequest, call: Call): Promise<Told> {
    const what = JSON.stringify([request.provider, request.cwd, request.launch]);
    const known = request.key === undefined ? undefined : this.#registry.keyed(request.key, what);
    if (known) return this.wait(known.agentId, { ...call, turnId: undefined });
    const provider = providers[request.provider];
    const row = this.#registry.whole(() => {
      const sessionId = provider.choosesSession ? randomUUID() : undefined;
      const added = this.#registry.addAgent({ ...request, sessionId });
      if (request.key !== undefined) this.#registry.takeKey(request.key, what, { agentId: added.id });
      return added;
    });
    using _held = this.#mustLock(row.id, "spawn");
    try {
      await this.#start(row, { resumes: false, call });
    } catch (error) {
      this.#registry.setState(row.id, "dead");
      if (request.key !== undefined) this.#registry.dropKey(request.key);
      throw error;
    }
    const told = await this.#settle(this.#live(row.id), { mayAdvance: !request.noYolo, call });
    await this.#sweep();
    return told;
  }

  /** Sends one prompt and waits for its end, or as long as the call may take. */
  async prompt(
    id: string,
    prompt: string,
    options: Call & { readonly noYolo: boolean; readonly key?: string | undefined },
  ): Promise<TurnResult> {
    const text = sanitised(prompt);
    if (text.trim() === "")
      throw new ToolError("InvalidArgument", "The prompt is empty.", {
        suggestion: "Say what the agent should do.",
      });
    const row = this.#registry.agent(id);
    const known = options.key === undefined ? undefined : this.#registry.keyed(options.key, `${id} ${text}`);
    if (known?.turnId !== undefined) return this.wait(id, { ...options, turnId: known.turnId });
    const lock = this.#locks.take(id, "prompt");
    if (!isLock(lock)) return this.#busy(row, lock);
    using _held = lock;
    const raised = await this.#raise(row, options);
    if ("blocked" in raised) return raised.blocked;
    const { agent, resumed } = raised;
    const ready = await untilReady(agent, {
      mayAdvance: !options.noYolo,
      limit: within(options.timeoutMs, options.signal),
      progress: options.progress,
    });
    const status = ready ?? (await agent.status(options.signal));
    if (!ready || (status.state !== "ready" && status.state !== "failed")) {
      const told = this.#keeper.keep(row.id, status, { timedOut: !ready });
      return { ...told, ...resumed };
    }
    await this.#clearOwnDraft(agent, status.draft ?? "", options);
    pruneEvents(eventFolder(this.#options.stateDir, id));
    const turn = await this.#open(agent, text, options.key);
    const limit = within(60_000, options.signal);
    const sent = await submit(agent, text, {
      lock,
      known: new Set(status.news.turns.map(({ id: one }) => one)),
      limit,
    });
    if (sent.kind !== "accepted") {
      this.#registry.endTurn(turn.id, sent.kind);
      if (sent.kind === "refused" && options.key !== undefined) this.#registry.dropKey(options.key);
      return { ...this.#keeper.refuse(row.id, sent), ...resumed };
    }
    this.#registry.acceptTurn(turn.id, sent.receipt.providerTurn, sent.receipt.confirmedBy);
    this.#registry.setState(id, "running");
    const result = await this.#finish(agent, this.#registry.turn(turn.id), {
      ...options,
      mayAdvance: !options.noYolo,
    });
    await this.#sweep();
    return { ...result, ...resumed };
  }

  /** Goes on waiting for a turn, the newest one unless named; without any, for the agent to settle. Presses no key. */
  async wait(id: string, options: Call & { readonly turnId?: string | undefined }): Promise<TurnResult> {
    const row = this.#registry.agent(id);
    const turn =
      options.turnId === undefined ? this.#registry.lastTurn(id) : this.#registry.turn(options.turnId);
    if (turn && turn.agentId !== id)
      throw new ToolError("TurnNotFound", "That turn belongs to another agent.");
    if (!row.place) return this.#keeper.gone(id);
    const agent = this.#live(id);
    if (turn?.acceptedAt !== undefined) return this.#finish(agent, turn, { ...options, mayAdvance: false });
    return this.#settle(agent, { mayAdvance: false, call: options });
  }

  async snapshot(
    id: string,
    lines: number,
    signal?: AbortSignal,
  ): Promise<Told & { pane_text: string; recent_lines: string[] }> {
    const row = this.#registry.agent(id);
    if (!row.place) return { ...this.#keeper.gone(id), pane_text: "", recent_lines: [] };
    const agent = this.#live(id);
    const status = await agent.status(signal);
    const told = this.#keeper.keep(id, status, { timedOut: false });
    const found = await agent.pane.look(within(5_000, signal), lines);
    const text = found.kind === "found" ? this.#keeper.plain(found.view.capture) : "";
    const recent = found.kind === "found" ? status.lines.map((line) => this.#options.redact(line)) : [];
    return { ...told, pane_text: text, recent_lines: recent };
  }

  /** Ends exactly what was started for this id; a second time says that nothing was left. */
  async kill(id: string, call: Call): Promise<{ agent: AgentRef; killed: true; already_gone: boolean }> {
    const row = this.#registry.agent(id);
    const ended = row.place ? await end(this.#live(id), within(call.timeoutMs, call.signal)) : false;
    this.#registry.setState(id, "killed");
    return { agent: refOf(this.#registry.agent(id)), killed: true, already_gone: !ended };
  }

  async sendKeys(
    id: string,
    {
      text,
      keys,
      paste,
    }: { readonly text: string; readonly keys: readonly string[]; readonly paste: boolean },
    call: Call,
  ): Promise<AgentRef> {
    const agent = await this.#alive(id, call);
    const lock = this.#mustLock(id, "send_keys");
    using _held = lock;
    const limit = within(call.timeoutMs, call.signal);
    if (text !== "") await (paste ? agent.pane.paste(text, limit) : agent.pane.type(text, limit));
    for (const key of keys) await agent.pane.press([key], limit);
    return refOf(this.#registry.agent(id), await agent.status(call.signal));
  }

  /** Takes one option of the dialog on the screen. */
  async answer(
    id: string,
    wanted: string,
    call: Call,
  ): Promise<Told & { answered: { id: string; label: string } }> {
    const agent = await this.#alive(id, call);
    using _held = this.#mustLock(id, "answer");
    const { dialog } = await agent.status(call.signal);
    if (!dialog) {
      throw new ToolError("NoDialog", "The agent shows no dialog; nothing was pressed.", {
        suggestion: "Use prompt_agent to say something to it.",
      });
    }
    const option = optionFor(dialog, wanted);
    await choose(agent, dialog, option, within(call.timeoutMs, call.signal));
    const told = this.#keeper.keep(id, await agent.status(call.signal), { timedOut: false });
    return { ...told, answered: { id: option.id, label: option.label } };
  }

  /** Stops the running turn, not the agent. Nothing is pressed when nothing runs. */
  async interrupt(id: string, call: Call): Promise<Told & { interrupted: boolean }> {
    const agent = await this.#alive(id, call);
    const before = await agent.status(call.signal);
    const running =
      before.state === "busy" ||
      (before.state === "blocked" && before.dialog !== undefined && before.news.phase !== "idle");
    if (running) await agent.pane.press(agent.provider.keys.interrupt, within(call.timeoutMs, call.signal));
    const after = running
      ? await agent.until(within(Math.min(call.timeoutMs, 10_000), call.signal), (status) =>
          status.state === "busy" ? undefined : status,
        )
      : before;
    return {
      ...this.#keeper.keep(id, after ?? before, { timedOut: after === undefined }),
      interrupted: running && after !== undefined,
    };
  }

  /** Every agent, as it is now. One that cannot be asked keeps its last known state. */
  async list(signal?: AbortSignal): Promise<(Told & { waiting_since_ms: number | null })[]> {
    const rows = this.#registry.agents();
    return Promise.all(
      rows.map(async (row) => {
        const ended = !row.place || row.state === "killed" || row.state === "dead";
        const told = ended
          ? this.#keeper.asIs(row)
          : this.#keeper.keep(row.id, await this.#live(row.id).status(signal), { timedOut: false });
        return { ...told, waiting_since_ms: this.#registry.agent(row.id).blocked?.at ?? null };
      }),
    );
  }

  async #start(
    row: AgentRow,
    { resumes, call }: { readonly resumes: boolean; readonly call: Call },
  ): Promise<void> {
    const limit = within(Math.min(call.timeoutMs, 30_000), call.signal);
    const place = await launch(this.#options, row, providers[row.provider], {
      room: this.#options.room,
      resumes,
      limit,
    });
    this.#registry.settle(row.id, place, { again: row.place !== undefined });
  }

  async #settle(
    agent: LiveAgent,
    { mayAdvance, call }: { readonly mayAdvance: boolean; readonly call: Call },
  ): Promise<Told> {
    const limit = within(call.timeoutMs, call.signal);
    const ready = await untilReady(agent, {
      mayAdvance,
      limit,
      progress: call.progress,
    });
    return this.#keeper.keep(agent.row.id, ready ?? (await agent.status(call.signal)), { timedOut: !ready });
  }

  async #finish(
    agent: LiveAgent,
    turn: TurnRow,
    options: Call & { readonly mayAdvance: boolean },
  ): Promise<TurnResult> {
    const { mayAdvance, timeoutMs, signal, progress } = options;
    const found = await awaitTurn(agent, turn, {
      mayAdvance,
      limit: within(timeoutMs, signal),
      progress,
    });
    if (found.status.news.sessionId !== undefined)
      this.#registry.setSession(agent.row.id, found.status.news.sessionId);
    if (found.kind !== "timeout" && found.kind !== "blocked") this.#registry.endTurn(turn.id, found.kind);
    this.#keeper.record(agent.row.id, found.status, stateAfter(found));
    return turnResult(this.#registry.agent(agent.row.id), turn, found, (text) => this.#options.redact(text));
  }

  /** A living agent to prompt: the one there is, or the same one started again where it went away. */
  async #raise(
    row: AgentRow,
    call: Call,
  ): Promise<{ agent: LiveAgent; resumed: { resumed?: boolean } } | { blocked: TurnResult }> {
    if (row.place && row.state !== "killed" && row.state !== "dead") {
      const agent = this.#live(row.id);
      const found = await agent.pane.look(within(5_000, call.signal));
      if (found.kind === "moved")
        return { blocked: this.#keeper.keep(row.id, await agent.status(call.signal), { timedOut: false }) };
      if (found.kind === "found" && !found.view.dead) return { agent, resumed: {} };
    }
    if (row.place) await end(this.#live(row.id), within(10_000, call.signal));
    const resumes = row.sessionId !== undefined && this.#registry.lastTurn(row.id)?.acceptedAt !== undefined;
    await this.#start(row, { resumes, call });
    return { agent: this.#live(row.id), resumed: { resumed: resumes } };
  }

  async #open(agent: LiveAgent, text: string, key: string | undefined): Promise<TurnRow> {
    const baseline = agent.channel ? "" : ((await scraped(agent)) ?? "");
    return this.#registry.whole(() => {
      const turn = this.#registry.addTurn(agent.row.id, text, baseline);
      if (key !== undefined)
        this.#registry.takeKey(key, `${agent.row.id} ${text}`, { agentId: agent.row.id, turnId: turn.id });
      return turn;
    });
  }

  /** Claude puts an early interrupted prompt back into the composer. What we typed ourselves, we may take out again. */
  async #clearOwnDraft(agent: LiveAgent, draft: string, call: Call): Promise<void> {
    const last = this.#registry.lastTurn(agent.row.id);
    if (draft === "" || !last || !this.#registry.isPromptOf(last.id, draft)) return;
    const limit = within(5_000, call.signal);
    await agent.pane.press(agent.provider.keys.clear, limit);
    await agent.until(limit, (status) => (status.draft === "" ? true : undefined));
  }

  async #alive(id: string, call: Call): Promise<LiveAgent> {
    const row = this.#registry.agent(id);
    const found = row.place ? await this.#live(id).pane.look(within(5_000, call.signal)) : undefined;
    if (found?.kind === "found" && !found.view.dead) return this.#live(id);
    const moved = found?.kind === "moved";
    throw new ToolError(
      moved ? "AmbiguousTarget" : "AgentDead",
      moved ? "The agent's pane belongs to another window or process now." : "The agent is not running.",
      {
        suggestion: moved ? "Look with list_agents." : "prompt_agent starts it again under the same id.",
      },
    );
  }

  #live(id: string): LiveAgent {
    const row = this.#registry.agent(id);
    if (!row.place) throw new ToolError("AgentDead", "The agent was never started.");
    return new LiveAgent(this.#options, row as AgentRow & { readonly place: Place }, providers[row.provider]);
  }

  #mustLock(id: string, purpose: string) {
    const lock = this.#locks.take(id, purpose);
    if (isLock(lock)) return lock;
    throw new ToolError(
      "AgentBusy",
      `Another call (${lock.purpose}, process ${lock.pid}) holds this agent.`,
      {
        suggestion: "Wait for it with wait_for_agent, or stop it with interrupt_agent.",
        transient: true,
      },
    );
  }

  #busy(
    row: AgentRow,
    held: { readonly purpose: string; readonly pid: number; readonly since: number },
  ): TurnResult {
    const held_by = { purpose: held.purpose, pid: held.pid, since_ms: held.since };
    const outcome = {
      outcome: "busy",
      classified_state: null,
      message: null,
      warnings: ["busy"],
      snapshot: null,
      held_by,
    };
    return { agent: refOf(row), outcome };
  }

  async #sweep(): Promise<void> {
    await sweep(this.#registry, this.#locks, {
      olderThanMs: this.#options.cleanupAfterMs,
      live: (id) => this.#live(id),
    });
  }
}

export { outcomeOf };
