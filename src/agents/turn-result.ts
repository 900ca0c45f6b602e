import type { TurnEnd } from "./await-turn.ts";
import { type AgentRef, excerpt, type Outcome, outcomeOf, redacted, refOf } from "./outcome.ts";
import type { AgentRow, Life, TurnRow } from "./registry/rows.ts";

/** What a prompt or a wait returns. */
export type TurnResult = {
  readonly agent: AgentRef;
  readonly outcome: Outcome;
  /** The receipt: this turn, when it was taken, and who confirmed it. */
  readonly turn?: {
    readonly id: string;
    readonly provider_turn: string | null;
    readonly accepted_at_ms: number | null;
    readonly confirmed_by: string | null;
    readonly outcome: string;
  };
  /** Said when the agent had to be started again: whether it remembers. */
  readonly resumed?: boolean;
};

export function stateAfter({ kind, past }: TurnEnd): Exclude<Life, "blocked"> | undefined {
  if (past) return undefined;
  if (kind === "completed" || kind === "interrupted") return "ready";
  if (kind === "dead") return "dead";
  return kind === "timeout" ? "running" : undefined;
}

export function turnResult(
  row: AgentRow,
  turn: TurnRow,
  end: TurnEnd,
  redact: (text: string) => string,
): TurnResult {
  return {
    agent: refOf(row, end.status),
    outcome: outcomeAfter(end, redact),
    turn: {
      id: turn.id,
      provider_turn: turn.providerTurn ?? null,
      accepted_at_ms: turn.acceptedAt ?? null,
      confirmed_by: turn.confirmedBy ?? null,
      outcome: turnWord(end),
    },
  };
}

/** How the turn itself ended, whatever became of the agent. */
export function turnWord({ kind, text }: TurnEnd): string {
  if (kind === "timeout" || kind === "blocked") return "running";
  return kind === "dead" && text !== undefined ? "completed" : kind;
}

const reply = (text: string) =>
  ({ message: { role: "assistant", text, fresh: true }, fresh_message: true }) as const;

function outcomeAfter(
  { kind, status, text, error, stale }: TurnEnd,
  redact: (text: string) => string,
): Outcome {
  const { snapshot, ...seen } = outcomeOf(redacted(status, redact));
  const clean = {
    outcome: seen.outcome,
    classified_state: seen.classified_state,
    message: null,
    warnings: [],
  };
  switch (kind) {
    case "completed":
      return {
        ...clean,
        outcome: "ready",
        snapshot: null,
        // Its record is gone: then nothing is said rather than something made up.
        ...(text === undefined ? { warnings: ["stale_transcript"], fresh_message: false } : reply(text)),
      };
    case "interrupted":
      return { ...clean, outcome: "ready", warnings: ["interrupted"], snapshot, fresh_message: false };
    case "failed":
      return {
        ...clean,
        outcome: "provider_error",
        warnings: ["provider_error"],
        snapshot,
        blocked_reason: "provider_error",
        error_excerpt: excerpt(redact(error ?? "")),
      };
    case "timeout":
      return { ...clean, outcome: "timeout", warnings: [stale ? "stale_transcript" : "timeout"], snapshot };
    case "dead":
      return { ...seen, snapshot, ...(text !== undefined && reply(text)) };
    case "blocked":
      return { ...seen, snapshot };
  }
}
