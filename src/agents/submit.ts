import { setTimeout as pause } from "node:timers/promises";
import { ToolError } from "../errors.ts";
import { atMost, remaining, type Within, within } from "../tmux/within.ts";
import type { Turn } from "./channel/turn.ts";
import type { LiveAgent } from "./live.ts";
import type { Provider } from "./provider.ts";
import type { Lock } from "./registry/locks.ts";
import { CUT } from "./screen/frame.ts";
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

/** Refuses a prompt the program would take for something else. It is said before anything is typed or started. */
export function mustArrive({ title, mistakes = [] }: Provider, text: string): void {
  const mistaken = mistakes.find(([pattern]) => pattern.test(text));
  if (!mistaken) return;
  throw new ToolError(
    "InvalidArgument",
    `${title} would take this prompt for ${mistaken[1]}, by how it begins; nothing was typed.`,
    { suggestion: "Put a word before it; to give the command itself, use send_keys_to_agent." },
  );
}

function shielded({ shields = [] }: Provider, text: string): string {
  return shields.reduce((now, [pattern, instead]) => now.replace(pattern, instead), text);
}

interface Terms {
  readonly lock: Lock;
  readonly known: ReadonlySet<string>;
  readonly limit: Within;
}

/** Pastes a prompt, sees it in the composer, presses Enter and sees it taken: once each, or not at all. */
export async function submit(agent: LiveAgent, prompt: string, terms: Terms): Promise<Submission> {
  const { lock, limit } = terms;
  const text = shielded(agent.provider, prompt);
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
    const reason = canPrompt(status) ? "echo_missing" : status.reason;
    return withdrawn(agent, text, { kind: "refused", reason, status }, lock);
  }
  if (agent.provider.enterAfterMs > 0) await pause(agent.provider.enterAfterMs);
  return withdrawn(agent, text, await enter(agent, text, terms), lock);
}

async function enter(agent: LiveAgent, text: string, { lock, known, limit }: Terms): Promise<Submission> {
  let last = await agent.steady(limit.signal);
  let pressed = false;
  for (let tries = 0; tries < ENTERS; tries += 1) {
    // The guard again, right before the key: a dialog that came up meanwhile would take Enter for its own.
    if (tries > 0) last = await agent.steady(limit.signal);
    if (!canPrompt(last) || last.draft === undefined || !isEcho(last.draft, text)) break;
    mustHold(lock);
    await agent.pane.press(["Enter"], limit);
    pressed = true;
    const receipt = await agent.until(atMost(limit, ACCEPT_MS), (status) => confirmed(agent, status, known));
    if (receipt) return { kind: "accepted", receipt };
  }
  // Somebody typed along, or a dialog came up: without an Enter of ours nothing can have been sent.
  if (!pressed) {
    const reason = canPrompt(last) ? "echo_missing" : last.reason;
    return { kind: "refused", reason, status: last };
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

/** What was refused does not stay in the composer, where the next prompt would meet it. */
async function withdrawn(agent: LiveAgent, text: string, sent: Submission, lock: Lock): Promise<Submission> {
  if (sent.kind === "refused") await withdraw(agent, text, lock);
  return sent;
}

const WITHDRAW_MS = 10_000;

/**
 * Takes text of ours out of the composer, line by line, until nothing is left of it. What somebody else typed stays, and
 * while anything but a composer is open no key is pressed.
 */
export async function withdraw(agent: LiveAgent, text: string, lock: Lock): Promise<void> {
  const limit = within(WITHDRAW_MS);
  while (remaining(limit) > 0) {
    const status = await agent.steady();
    const { draft, reason } = status;
    const open = canPrompt(status) || reason === "composer_mode";
    // Taken out to the last character, a mode that the text began may still be on.
    const empty = draft === "" && reason !== "composer_mode";
    if (!open || draft === undefined || empty || !isPart(draft, text)) return;
    mustHold(lock);
    const lines = Math.min(draft.split("\n").length + 1, 20);
    await agent.pane.press(Array.from({ length: lines }, () => agent.provider.keys.clear).flat(), limit);
    await agent.until(atMost(limit, 1_000), (now) =>
      now.draft !== draft || now.reason !== reason ? true : undefined,
    );
  }
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

/** The mark a long paste is folded into, with its size in the program's own count. */
const FOLDED =
  /^\[Pasted (?:text|content):?(?: #\d+)?(?: \+?(?<count>\d+) (?<unit>line|char)s?)?(?: #\d+)?\]$/i;

/** The composer shows the text and nothing else: all of it, what of it is in sight, or one mark that stands for it. */
export function isEcho(draft: string, text: string): boolean {
  const shown = bare(draft);
  if (shown === "") return false;
  const whole = bare(text);
  if (shown === whole || isFolded(draft, text)) return true;
  const [above, below] = [draft.startsWith(CUT), draft.endsWith(CUT)];
  const part = bare(draft.slice(above ? CUT.length : 0, below ? -CUT.length : undefined));
  if (part === "" || (!above && !below)) return false;
  if (above && below) return whole.includes(part);
  return above ? whole.endsWith(part) : whole.startsWith(part);
}

/** A piece of the text that is left over from it. */
function isPart(draft: string, text: string): boolean {
  return isEcho(draft, text) || bare(text).includes(bare(draft.replaceAll(CUT, "")));
}

/** Wraps, and characters that terminals draw in their own ways, say nothing about what was typed. */
function bare(text: string): string {
  const dense = text.normalize("NFC").replaceAll(/\s+/g, "");
  const plain = dense.replaceAll(
    /[\p{Cf}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}]/gu,
    "",
  );
  return plain === "" ? dense : plain;
}

function isFolded(draft: string, text: string): boolean {
  const mark = FOLDED.exec(draft.replaceAll(/\s+/g, " "))?.groups;
  if (!mark) return false;
  const { count, unit } = mark;
  return [text, text.trim()].some((one) => {
    const breaks = one.split("\n").length - 1;
    if (count === undefined) return breaks === 0;
    const sizes =
      unit?.toLowerCase() === "line" ? [breaks, breaks + 1] : [one.length, Array.from(one).length];
    return sizes.includes(Number(count));
  });
}

function mustHold(lock: Lock): void {
  if (lock.holds()) return;
  throw new ToolError("LockLost", "Another process took this agent over; nothing more was sent.", {
    transient: true,
  });
}
