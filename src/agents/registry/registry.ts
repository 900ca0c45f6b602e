import { createHash, randomUUID } from "node:crypto";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { ToolError } from "../../errors.ts";
import { atomically } from "../../store/atomically.ts";
import type { ProviderName } from "../known.ts";
import type { LaunchOptions } from "../provider.ts";
import { type AgentRow, agentOf, type Life, type Place, type TurnRow, turnOf } from "./rows.ts";
import { openDatabase } from "./schema.ts";

interface NewAgent {
  readonly provider: ProviderName;
  readonly launch: LaunchOptions;
  readonly cwd: string;
  readonly sessionId: string | undefined;
}

/** Which agent, and which of its starts, where that is known. */
type Seen = Pick<AgentRow, "id"> & Partial<Pick<AgentRow, "resurrections">>;

const ALIVE = "state NOT IN ('dead', 'killed')";
/** What a row may have been before; anything alive for the others. */
const BEFORE: Readonly<Partial<Record<Life, string>>> = { dead: "state <> 'killed'", killed: "true" };

/** What outlives a process about agents: who they are, where they run, which turns they took. */
export class Registry {
  readonly db: DatabaseSync;
  readonly #now: () => number;

  constructor(path: string, now: () => number = Date.now) {
    this.db = openDatabase(path);
    this.#now = now;
  }

  close(): void {
    this.db.close();
  }

  /** Runs `work` so that all of it happens or none of it, also when the process dies in the middle. */
  whole<T>(work: () => T): T {
    return atomically(this.db, work);
  }

  addAgent({ provider, launch, cwd, sessionId }: NewAgent): AgentRow {
    const id = randomUUID();
    const now = this.#now();
    this.#run(
      "INSERT INTO agents (id, provider, launch, cwd, state, session_id, created_at, updated_at) VALUES (?, ?, ?, ?, 'starting', ?, ?, ?)",
      id,
      provider,
      JSON.stringify(launch),
      cwd,
      sessionId ?? null,
      now,
      now,
    );
    return this.agent(id);
  }

  agent(id: string): AgentRow {
    const raw = this.db.prepare("SELECT * FROM agents WHERE id = ?").get(id);
    const row = raw && agentOf(raw);
    if (row) return row;
    throw new ToolError("AgentNotFound", "There is no agent with this id.", {
      suggestion: "list_agents names the agents there are.",
    });
  }

  /** Oldest first. Those that ended are many after a while, and are read only when asked for. */
  agents({ ended = true } = {}): AgentRow[] {
    const wanted = ended ? "" : `WHERE ${ALIVE}`;
    const rows = this.db.prepare(`SELECT * FROM agents ${wanted} ORDER BY created_at, id`).all();
    return rows.flatMap((raw) => agentOf(raw) ?? []);
  }

  /** Starts it again: the one way back from `dead` and `killed`. Until it is settled, nobody looks where it was. */
  rise(id: string): AgentRow {
    const now = this.#now();
    this.#run(
      `UPDATE agents SET state = 'starting', place = NULL, updated_at = ?, ended_at = NULL, blocked_reason = NULL, blocked_at = NULL,
       blocked_snapshot = NULL, resurrected_at = ?, resurrections = resurrections + 1 WHERE id = ?`,
      now,
      now,
      id,
    );
    return this.agent(id);
  }

  /** A start that came to nothing: it is where it was before. */
  fall(id: string, place: Place | undefined): void {
    const kept = place ? JSON.stringify(place) : null;
    this.#run("UPDATE agents SET place = ? WHERE id = ? AND place IS NULL", kept, id);
    this.setState({ id }, "dead");
  }

  /** Where it runs now. False when somebody killed it in the meantime: then it is nowhere, and must end. */
  settle(id: string, place: Place): boolean {
    const told = this.#run(
      "UPDATE agents SET place = ?, updated_at = ? WHERE id = ? AND state = 'starting' AND place IS NULL",
      JSON.stringify(place),
      this.#now(),
      id,
    );
    return told > 0;
  }

  /**
   * A state, since it was first seen: the same one again changes nothing. Evidence of having been blocked goes with a new
   * one, unless it is the reason for an automatic end. What ended stays so, and what was seen of an earlier start says
   * nothing about this one: a look may be older than the row it is written into.
   */
  setState(
    { id, resurrections }: Seen,
    state: Exclude<Life, "blocked">,
    { keepEvidence = false } = {},
  ): void {
    const now = this.#now();
    const evidence = keepEvidence
      ? ""
      : ", blocked_reason = NULL, blocked_at = NULL, blocked_snapshot = NULL";
    const ended = state === "dead" || state === "killed" ? now : null;
    this.#run(
      `UPDATE agents SET state = ?, updated_at = ?, ended_at = ?${evidence}
       WHERE id = ? AND state <> ? AND resurrections = coalesce(?, resurrections) AND ${BEFORE[state] ?? ALIVE}`,
      state,
      now,
      ended,
      id,
      state,
      resurrections ?? null,
    );
  }

  /** Blocked since it was first seen so: looking again does not make it younger. */
  setBlocked({ id, resurrections }: Seen, reason: string, snapshot: string): void {
    const now = this.#now();
    this.#run(
      `UPDATE agents SET state = 'blocked', updated_at = CASE WHEN blocked_reason = ? THEN updated_at ELSE ? END, blocked_at = CASE WHEN blocked_reason = ? THEN blocked_at ELSE ? END,
       blocked_reason = ?, blocked_snapshot = ? WHERE id = ? AND resurrections = coalesce(?, resurrections) AND ${ALIVE}`,
      reason,
      now,
      reason,
      now,
      reason,
      snapshot,
      id,
      resurrections ?? null,
    );
  }

  setSession(id: string, sessionId: string): void {
    this.#run(
      "UPDATE agents SET session_id = ? WHERE id = ? AND session_id IS NOT ?",
      sessionId,
      id,
      sessionId,
    );
  }

  addTurn(agentId: string, prompt: string, baseline: string): TurnRow {
    const id = randomUUID();
    this.#run(
      "INSERT INTO turns (id, agent_id, digest, baseline, created_at) VALUES (?, ?, ?, ?, ?)",
      id,
      agentId,
      digest(prompt),
      baseline,
      this.#now(),
    );
    return this.turn(id);
  }

  turn(id: string): TurnRow {
    const raw = this.db.prepare("SELECT * FROM turns WHERE id = ?").get(id);
    if (raw) return turnOf(raw);
    throw new ToolError("TurnNotFound", "There is no turn with this id.", {
      suggestion: "Use the turn id prompt_agent returned.",
    });
  }

  /** True when this is, white space aside, the prompt of that turn. */
  isPromptOf(turnId: string, text: string): boolean {
    const raw = this.db.prepare("SELECT digest FROM turns WHERE id = ?").get(turnId);
    return raw?.["digest"] === digest(text);
  }

  lastTurn(agentId: string): TurnRow | undefined {
    const raw = this.db
      .prepare("SELECT * FROM turns WHERE agent_id = ? ORDER BY created_at DESC, rowid DESC LIMIT 1")
      .get(agentId);
    return raw && turnOf(raw);
  }

  /** True once a prompt of ours was taken: then there is a conversation to go on with. */
  hasTalked(agentId: string): boolean {
    return (
      this.db
        .prepare("SELECT 1 FROM turns WHERE agent_id = ? AND accepted_at IS NOT NULL LIMIT 1")
        .get(agentId) !== undefined
    );
  }

  acceptTurn(id: string, providerTurn: string | undefined, confirmedBy: string): void {
    this.#run(
      "UPDATE turns SET accepted_at = ?, provider_turn = ?, confirmed_by = ? WHERE id = ?",
      this.#now(),
      providerTurn ?? null,
      confirmedBy,
      id,
    );
  }

  setTranscript(id: string, path: string): void {
    this.#run("UPDATE turns SET transcript = ? WHERE id = ?", path, id);
  }

  endTurn(id: string, outcome: string): void {
    this.#run("UPDATE turns SET outcome = ? WHERE id = ?", outcome, id);
  }

  /**
   * Takes a caller's key for something about to be done. Returns what the key already stands for; the same key for
   * different words is a mistake of the caller and is refused.
   */
  takeKey(key: string, what: string, entry: { readonly agentId: string; readonly turnId?: string }): void {
    this.#run(
      "INSERT INTO keys (key, digest, agent_id, turn_id, created_at) VALUES (?, ?, ?, ?, ?)",
      key,
      digest(what),
      entry.agentId,
      entry.turnId ?? null,
      this.#now(),
    );
  }

  keyed(
    key: string,
    what: string,
  ): { readonly agentId: string; readonly turnId: string | undefined } | undefined {
    const raw = this.db.prepare("SELECT * FROM keys WHERE key = ?").get(key);
    if (!raw) return undefined;
    if (raw["digest"] !== digest(what)) {
      throw new ToolError("IdempotencyKeyReused", "This idempotency key was used for another request.", {
        suggestion: "Use a new key for every new request, and the same key only to repeat one.",
      });
    }
    return {
      agentId: String(raw["agent_id"]),
      turnId: typeof raw["turn_id"] === "string" ? raw["turn_id"] : undefined,
    };
  }

  /** Gives a key back whose work did not come about. */
  dropKey(key: string): void {
    this.#run("DELETE FROM keys WHERE key = ?", key);
  }

  /** How many rows it changed. */
  #run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.db.prepare(sql).run(...values).changes);
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text.replaceAll(/\s+/g, " ").trim()).digest("hex");
}
