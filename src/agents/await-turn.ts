import type { Within } from "../tmux/within.ts";
import type { Turn } from "./channel/turn.ts";
import type { LiveAgent } from "./live.ts";
import { pastEnd, recorded } from "./past-turn.ts";
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
  /** The turn was over before; the status is about what the agent does now. */
  readonly past?: boolean;
}

export interface TurnManner {
  readonly mayAdvance: boolean;
  /** The caller means this very turn: what the agent does after it is no reason to wait. */
  readonly named: boolean;
  /** False once another prompt was sent: what the screen shows is that one's then. */
  readonly newest: boolean;
  readonly limit: Within;
  readonly progress?: ((message: string) => void) | undefined;
}

/** An end in the files is believed by then, whatever the screen shows: somebody else went on with the agent. */
const VETO_MS = 3_000;

/** Waits for the end of one turn, known by its id; another turn's words are never taken for its answer. */
export async function awaitTurn(
  agent: LiveAgent,
  row: TurnRow,
  { mayAdvance, named, newest, limit, progress }: TurnManner,
): Promise<TurnEnd> {
  const advanced = new Set<string>();
  let last: Status | undefined;
  let over: number | undefined;
  const end = await agent.until(limit, async (status): Promise<TurnEnd | undefined> => {
    last = status;
    const found = recorded(agent, status, row);
    const { turn } = found;
    progress?.(phrase(status, turn, row));
    // What it said before it went is still its answer.
    if (status.state === "exited") {
      const answered = row.outcome === "completed" || turn?.outcome === "completed";
      return { kind: "dead", status, text: answered ? turn?.text : undefined };
    }
    const idle = status.state === "ready" || status.state === "failed";
    const told = agent.channel !== undefined || !newest;
    const past = told && (named || idle) ? pastEnd(found, status, row) : undefined;
    if (past) return past;
    over = turn && turn.outcome !== "running" ? (over ?? status.at) : undefined;
    if (over !== undefined && isBeside(status)) return aside(ended(status, turn));
    if (status.state === "blocked") {
      const option = mayAdvance && status.dialog ? allowed(agent, status, status.dialog) : undefined;
      if (!option || !status.dialog || advanced.has(dialogKey(status.dialog)))
        return { kind: "blocked", status };
      advanced.add(dialogKey(status.dialog));
      await advance(agent, status.dialog, option, limit);
      return undefined;
    }
    if (!agent.channel) return scrapedEnd(agent, status, row);
    // Believed once the screen does not contradict, or has done so for long while the program itself is at nothing.
    if (idle) return ended(status, turn);
    const late = over !== undefined && status.news.phase !== "busy" && status.at - over >= VETO_MS;
    return late ? aside(ended(status, turn)) : undefined;
  });
  if (end) return end;
  const status = last ?? (await agent.status(limit.signal));
  return { kind: "timeout", status, stale: status.state === "ready" };
}

/** Something a person opened, or is asked about the program itself: no turn waits for that. */
function isBeside({ state, dialog }: Status): boolean {
  return state === "blocked" && (dialog?.kind === "panel" || dialog?.kind === "survey");
}

function aside(end: TurnEnd | undefined): TurnEnd | undefined {
  return end && { ...end, past: true };
}

/** The end as the files tell it. */
function ended(status: Status, turn: Turn | undefined): TurnEnd | undefined {
  if (!turn) return undefined;
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
