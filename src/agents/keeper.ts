import type { Submission } from "./submit.ts";
import { blockedReason, excerpt, outcomeOf, refOf } from "./outcome.ts";
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
  keep(id: string, status: Status, { timedOut }: { readonly timedOut: boolean }): TurnResult {
    this.record(id, status, undefined);
    const base = outcomeOf(this.#clean(status));
    const outcome = timedOut ? { ...base, outcome: "timeout", warnings: ["timeout"] } : base;
    return { agent: refOf(this.#registry.agent(id), status), outcome };
  }

  record(id: string, status: Status, known: Exclude<Life, "blocked"> | undefined): void {
    const life = known ?? lifeOf(status);
    const reason = blockedReason(status);
    if (life === "blocked" && reason !== undefined)
      this.#registry.setBlocked(id, reason, excerpt(this.#redact(status.lines.join("\n"))));
    else if (life !== "blocked") this.#registry.setState(id, life);
  }

  /** A prompt that was not sent, or may not have been. */
  refuse(id: string, sent: Exclude<Submission, { kind: "accepted" }>): TurnResult {
    const told = this.keep(id, sent.status, { timedOut: false });
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

  /** The last known state of an agent that is not looked at. */
  asIs(row: AgentRow): TurnResult {
    const word = row.state === "dead" || row.state === "killed" ? "dead" : row.state;
    return {
      agent: refOf(row),
      outcome: {
        outcome: word,
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

  #clean(status: Status): Status {
    return { ...status, lines: status.lines.map((line) => this.#redact(line)) };
  }
}

function lifeOf({ state, reason }: Status): Life {
  if (state === "ready") return "ready";
  if (state === "busy") return "running";
  if (state === "exited") return "dead";
  // A screen that says nothing yet is a start, not a trouble.
  return state === "unknown" && reason === "not_confirmed" ? "starting" : "blocked";
}
