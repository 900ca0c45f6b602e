import type { Submission } from "./submit.ts";
import { blockedReason, excerpt, outcomeOf, redacted, refOf } from "./outcome.ts";
import type { Holder } from "./registry/locks.ts";
import type { Registry } from "./registry/registry.ts";
import type { AgentRow, Life } from "./registry/rows.ts";
import { readScreen } from "./screen/rows.ts";
import type { Status } from "./status.ts";
import type { TurnResult } from "./turn-result.ts";

/** Writes down what was seen and says it: one place where a look becomes a state in the registry and a result. */
export class Keeper {
  readonly #registry: Registry;
  readonly #redact: (text: string) => string;

  constructor(registry: Registry, redact: (text: string) => string) {
    this.#registry = registry;
    this.#redact = redact;
  }

  /** Keeps what a look showed, and tells it. */
  keep(row: AgentRow, status: Status, { timedOut }: { readonly timedOut: boolean }): TurnResult {
    // Who waits for somebody or is gone has been seen to be so, however late.
    const late = timedOut && status.state !== "blocked" && status.state !== "exited";
    this.record(row, status, late ? this.#unfinished(row, status) : undefined);
    const { blocked_reason, ...base } = outcomeOf(redacted(status, this.#redact));
    const outcome = late
      ? { ...base, outcome: "timeout", warnings: ["timeout"] }
      : { ...base, ...(blocked_reason !== undefined && { blocked_reason }) };
    return { agent: refOf(this.#registry.agent(row.id), status), outcome };
  }

  /** A screen nobody could read in time is a start or a turn that goes on, not a trouble. */
  #unfinished({ id }: AgentRow, { state }: Status): "starting" | "running" | undefined {
    if (state !== "unknown") return undefined;
    return this.#registry.agent(id).state === "starting" ? "starting" : "running";
  }

  record(row: AgentRow, status: Status, known: Exclude<Life, "blocked"> | undefined): void {
    const { id } = row;
    if (status.news.sessionId !== undefined) this.#registry.setSession(id, status.news.sessionId);
    const life = known ?? lifeOf(status, this.#registry.agent(id).state);
    const reason = blockedReason(status);
    if (life === "blocked" && reason !== undefined)
      this.#registry.setBlocked(row, reason, excerpt(this.#redact(status.lines.join("\n"))));
    else if (life !== "blocked") this.#registry.setState(row, life);
  }

  /** A prompt that was not sent, or may not have been. */
  refuse(row: AgentRow, sent: Exclude<Submission, { kind: "accepted" }>): TurnResult {
    const told = this.keep(row, sent.status, { timedOut: false });
    if (sent.kind === "unconfirmed") {
      return {
        ...told,
        outcome: {
          ...told.outcome,
          outcome: "unknown",
          warnings: ["submission_unconfirmed"],
          blocked_reason: "unknown_state",
        },
      };
    }
    const word =
      sent.status.state === "blocked" || sent.status.state === "exited" ? told.outcome.outcome : "blocked";
    return {
      ...told,
      outcome: { ...told.outcome, outcome: word, warnings: [sent.reason], blocked_reason: sent.reason },
    };
  }

  /** Somebody else is at it: who, with what and since when. */
  busy(row: AgentRow, { purpose, pid, since }: Holder): TurnResult {
    return {
      agent: refOf(row),
      outcome: {
        outcome: "busy",
        classified_state: null,
        message: null,
        warnings: ["busy"],
        snapshot: null,
        held_by: { purpose, pid, since_ms: since },
      },
    };
  }

  /** The last known state of an agent that is not looked at. */
  asIs(row: AgentRow): TurnResult {
    const word = row.state === "dead" || row.state === "killed" ? "dead" : row.state;
    return {
      agent: refOf(row),
      outcome: {
        outcome: word === "starting" ? "running" : word,
        classified_state: word === "dead" ? "exited" : null,
        message: null,
        warnings: [],
        snapshot: row.blocked?.snapshot ?? null,
      },
    };
  }

  /** A capture as plain text a person may see. */
  plain(capture: string): string {
    const text = readScreen(capture).rows.map((row) => row.text);
    return this.#redact(text.join("\n"));
  }
}

function lifeOf({ state, reason }: Status, before: Life): Life {
  if (state === "ready") return "ready";
  if (state === "busy") return "running";
  if (state === "exited") return "dead";
  // A screen that says nothing yet is a start, not a trouble.
  const starts = state === "unknown" && (reason === "not_confirmed" || before === "starting");
  return starts ? "starting" : "blocked";
}
