import type { Within } from "../tmux/within.ts";
import type { Turn } from "./channel/turn.ts";
import type { LiveAgent } from "./live.ts";
import { allowed } from "./ready.ts";
import { advance, dialogKey } from "./choose.ts";
import type { TurnRow } from "./registry/rows.ts";
import { replyOnScreen } from "./screen-reply.ts";
import type { Status } from "./status.ts";
import { isEcho } from "./submit.ts";

/** How a turn stood when the wait ended. */
export interface TurnEnd {
  readonly kind: "completed" | "failed" | "interrupted" | "blocked" | "dead" | "timeout";
  readonly status: Status;
  readonly text?: string | undefined;
  readonly error?: string | undefined;
  /** For a timeout: the agent is idle and its reply never showed up. */
  readonly stale?: boolean;
}

export interface TurnManner {
  readonly mayAdvance: boolean;
  readonly limit: Within;
  readonly progress?: ((message: string) => void) | undefined;
}

/** Waits for the end of one turn, known by its id; another turn's words are never taken for its answer. */
export async function awaitTurn(
  agent: LiveAgent,
  row: TurnRow,
  { mayAdvance, limit, progress }: TurnManner,
): Promise<TurnEnd> {
  const advanced = new Set<string>();
  let last: Status | undefined;
  const end = await agent.until(limit, async (status): Promise<TurnEnd | undefined> => {
    last = status;
    const turn = status.news.turns.find(({ id }) => id === row.providerTurn);
    progress?.(phrase(status, turn, row));
    // What it said before it went is still its answer.
    if (status.state === "exited") {
      const answered = row.outcome === "completed" || turn?.outcome === "completed";
      return { kind: "dead", status, text: answered ? turn?.text : undefined };
    }
    if (status.state === "blocked") {
      const option = mayAdvance && status.dialog ? allowed(agent, status, status.dialog) : undefined;
      if (!option || !status.dialog || advanced.has(dialogKey(status.dialog)))
        return { kind: "blocked", status };
      advanced.add(dialogKey(status.dialog));
      await advance(agent, status.dialog, option, limit);
      return undefined;
    }
    return agent.channel ? ended(status, turn) : scrapedEnd(agent, status, row);
  });
  if (end) return end;
  const status = last ?? (await agent.status(limit.signal));
  return { kind: "timeout", status, stale: status.state === "ready" };
}

/** The end as the files tell it, believed once the screen does not contradict. */
function ended(status: Status, turn: Turn | undefined): TurnEnd | undefined {
  if (!turn || (status.state !== "ready" && status.state !== "failed")) return undefined;
  if (turn.outcome === "failed") return { kind: "failed", status, error: turn.error };
  if (turn.outcome === "interrupted") return { kind: "interrupted", status };
  if (turn.outcome === "completed") return { kind: "completed", status, text: turn.text ?? "" };
  if (turn.hushed && isEcho(status.draft ?? "", turn.prompt)) return { kind: "interrupted", status };
  // A chat file without end marks: idle by title and screen, with words that no tool call followed.
  const silent = status.news.phase === undefined && turn.text !== undefined && status.state === "ready";
  if (!silent) return undefined;
  if (status.reason === "interrupted") return { kind: "interrupted", status };
  return { kind: "completed", status, text: turn.text };
}

/** Without files: the reply on the screen, when it is another than before the prompt. */
async function scrapedEnd(agent: LiveAgent, status: Status, row: TurnRow): Promise<TurnEnd | undefined> {
  if (status.state === "failed") return { kind: "failed", status, error: status.lines.join("\n") };
  if (status.state !== "ready") return undefined;
  const text = await replyOnScreen(agent);
  return text === undefined || text === row.baseline ? undefined : { kind: "completed", status, text };
}

function phrase(status: Status, turn: Turn | undefined, row: TurnRow): string {
  const seconds = Math.round((Date.now() - (row.acceptedAt ?? row.createdAt)) / 1_000);
  const tools = turn && turn.tools > 0 ? `, ${turn.tools} ${turn.tools === 1 ? "tool" : "tools"} run` : "";
  const word =
    status.state === "busy" ? (status.reason === "retrying" ? "retrying" : "thinking") : status.state;
  return `${word} ${seconds} s${tools}`;
}
