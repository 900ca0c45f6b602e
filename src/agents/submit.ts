import { setTimeout as pause } from "node:timers/promises";
import { ToolError } from "../errors.ts";
import { atMost, type Within } from "../tmux/within.ts";
import type { Turn } from "./channel/turn.ts";
import type { LiveAgent } from "./live.ts";
import type { Lock } from "./registry/locks.ts";
import type { Status } from "./status.ts";

/** How the program was known to have taken the prompt. */
interface Receipt {
  readonly providerTurn: string | undefined;
  readonly confirmedBy: "files" | "screen";
}

export type Submission =
  | { readonly kind: "accepted"; readonly receipt: Receipt }
  /** Not sent, and nothing was pressed that could have sent it. */
  | { readonly kind: "refused"; readonly reason: string; readonly status: Status }
  /** Enter was pressed and nobody confirmed it. It is never pressed or pasted again for this prompt. */
  | { readonly kind: "unconfirmed"; readonly status: Status };

const ECHO_MS = 15_000;
const ACCEPT_MS = 1_500;
const ENTERS = 4;

/** Line ends as line feeds; no control bytes, so nothing in the text can end the paste or press a key. */
export function sanitised(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\x1b\[20[01]~/g, "")
    .replaceAll(/[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]/g, "");
}

interface Terms {
  readonly lock: Lock;
  readonly known: ReadonlySet<string>;
  readonly limit: Within;
}

/** Pastes a prompt, sees it in the composer, presses Enter and sees it taken: once each, or not at all. */
export async function submit(
  agent: LiveAgent,
  text: string,
  { lock, known, limit }: Terms,
): Promise<Submission> {
  const before = await agent.steady(limit.signal);
  if (!canPrompt(before)) return { kind: "refused", reason: before.reason, status: before };
  if (before.draft !== "") return { kind: "refused", reason: "composer_draft", status: before };
  mustHold(lock);
  await agent.pane.paste(text, limit);
  const echoed = await agent.until(atMost(limit, ECHO_MS), (status) => {
    if (!canPrompt(status)) return status.state === "unknown" ? undefined : { echo: false, status };
    return status.draft !== undefined && isEcho(status.draft, text) ? { echo: true, status } : undefined;
  });
  if (!echoed?.echo) {
    const status = echoed?.status ?? (await agent.steady(limit.signal));
    return { kind: "refused", reason: canPrompt(status) ? "echo_missing" : status.reason, status };
  }
  if (agent.provider.enterAfterMs > 0) await pause(agent.provider.enterAfterMs);
  return enter(agent, text, { lock, known, limit });
}

async function enter(agent: LiveAgent, text: string, { lock, known, limit }: Terms): Promise<Submission> {
  let last = await agent.steady(limit.signal);
  for (let tries = 0; tries < ENTERS; tries += 1) {
    // The guard again, right before the key: a dialog that came up meanwhile would take Enter for its own.
    if (tries > 0) last = await agent.steady(limit.signal);
    if (!canPrompt(last) || last.draft === undefined || !isEcho(last.draft, text)) break;
    mustHold(lock);
    await agent.pane.press(["Enter"], limit);
    const receipt = await agent.until(atMost(limit, ACCEPT_MS), (status) => confirmed(agent, status, known));
    if (receipt) return { kind: "accepted", receipt };
  }
  const receipt = await agent.until(atMost(limit, ACCEPT_MS * 4), (status) => {
    last = status;
    return confirmed(agent, status, known);
  });
  if (receipt) return { kind: "accepted", receipt };
  const stillThere = last.draft !== undefined && last.draft !== "" && isEcho(last.draft, text);
  return stillThere
    ? { kind: "refused", reason: "enter_ignored", status: last }
    : { kind: "unconfirmed", status: last };
}

/** A turn nobody had seen before is ours: the lock keeps everybody else from starting one. */
function confirmed(agent: LiveAgent, status: Status, known: ReadonlySet<string>): Receipt | undefined {
  const turn = status.news.turns.findLast(({ id }: Turn) => !known.has(id));
  if (turn) return { providerTurn: turn.id, confirmedBy: "files" };
  if (agent.channel) return undefined;
  // Without files, the prompt is taken when it has left the composer and the program works, asks or has answered.
  return status.draft === "" || status.state === "blocked"
    ? { providerTurn: undefined, confirmedBy: "screen" }
    : undefined;
}

export function canPrompt({ state }: Status): boolean {
  return state === "ready" || state === "failed";
}

const FOLDED = /\[Pasted (?:text|content|Text|Content)[^\]]*\]/i;

/** The composer shows the text: all of it, its end when it scrolled, or the mark programs fold long pastes into. */
export function isEcho(draft: string, text: string): boolean {
  const bare = (s: string) => s.replaceAll(/\s+/g, "");
  const shown = bare(draft);
  const whole = bare(text);
  if (shown === "") return false;
  if (shown === whole || FOLDED.test(draft)) return true;
  return shown.length >= 40 && whole.endsWith(shown.slice(-Math.min(shown.length, 200)));
}

function mustHold(lock: Lock): void {
  if (lock.holds()) return;
  throw new ToolError("LockLost", "Another process took this agent over; nothing more was sent.", {
    transient: true,
  });
}
