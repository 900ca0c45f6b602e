import type { TurnEnd } from "./await-turn.ts";
import type { Turn } from "./channel/turn.ts";
import type { LiveAgent } from "./live.ts";
import type { TurnRow } from "./registry/rows.ts";
import type { Status } from "./status.ts";

interface Recorded {
  readonly turn: Turn | undefined;
  /** True once the program went on to another turn or another conversation. */
  readonly left: "turn" | "conversation" | undefined;
}

/** A turn as the program's files have it, also when the program is in another conversation now. */
export function recorded(agent: LiveAgent, { news }: Status, row: TurnRow): Recorded {
  const isOurs = ({ id }: Turn) => id === row.providerTurn;
  const at = news.turns.findIndex(isOurs);
  if (at >= 0) return { turn: news.turns[at], left: at < news.turns.length - 1 ? "turn" : undefined };
  if (row.transcript === undefined || row.transcript === news.transcript)
    return { turn: undefined, left: undefined };
  const turn = agent.channel?.turnsIn(row.transcript).find(isOurs);
  return { turn, left: news.transcript === undefined ? undefined : "conversation" };
}

/** The end of a turn that is over for good, whatever the agent does now; undefined for one that may still go on. */
export function pastEnd({ turn, left }: Recorded, status: Status, row: TurnRow): TurnEnd | undefined {
  if (row.outcome === undefined && left === undefined) return undefined;
  const told = turn && turn.outcome !== "running" ? turn.outcome : row.outcome;
  // Nobody writes the end of a turn in a conversation that was left.
  const word = told ?? (left === "conversation" ? "interrupted" : undefined);
  if (word === undefined) return undefined;
  const shared = { status, past: true };
  if (word === "completed") return { ...shared, kind: "completed", text: turn?.text };
  if (word === "failed") return { ...shared, kind: "failed", error: turn?.error };
  return { ...shared, kind: "interrupted" };
}
