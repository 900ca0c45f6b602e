import { rmSync } from "node:fs";
import { ToolError } from "../errors.ts";
import { within } from "../tmux/within.ts";
import { choose, optionFor } from "./choose.ts";
import type { Call, Desk } from "./desk.ts";
import { end, endStray } from "./kill.ts";
import { agentFolder } from "./live.ts";
import { type AgentRef, refOf } from "./outcome.ts";
import type { AgentRow } from "./registry/rows.ts";
import type { Status } from "./status.ts";
import type { TurnResult } from "./turn-result.ts";

export async function snapshot(
  desk: Desk,
  id: string,
  { lines, signal }: { readonly lines: number; readonly signal?: AbortSignal | undefined },
): Promise<TurnResult & { pane_text: string; recent_lines: string[] }> {
  const row = desk.registry.agent(id);
  if (!row.place || row.state === "killed")
    return { ...desk.keeper.asIs(row), pane_text: "", recent_lines: [] };
  const agent = desk.live(id);
  const status = await agent.steady(signal);
  const told = desk.keeper.keep(agent.row, status, { timedOut: false });
  const found = await agent.pane.look(within(5_000, signal), lines);
  if (found.kind !== "found") return { ...told, pane_text: "", recent_lines: [] };
  return {
    ...told,
    pane_text: desk.keeper.plain(found.view.capture),
    recent_lines: status.lines.map(desk.options.redact),
  };
}

/** Ends exactly what was started for this id; a second time says that nothing was left. */
export async function kill(
  desk: Desk,
  id: string,
  call: Call,
): Promise<{ agent: AgentRef; killed: true; already_gone: boolean }> {
  const row = desk.registry.agent(id);
  const limit = within(call.timeoutMs, call.signal);
  const agent = row.place && desk.live(id);
  if (agent) desk.follow(agent);
  const ended = agent ? await end(agent, limit) : await endStray(row, desk.server, limit);
  desk.registry.setState({ id }, "killed");
  // Prompts and tool input its hooks left behind are nobody's business any more.
  rmSync(agentFolder(desk.options.stateDir, id), { recursive: true, force: true });
  return { agent: refOf(desk.registry.agent(id)), killed: true, already_gone: !ended };
}

export interface Keystrokes {
  readonly text: string;
  readonly keys: readonly string[];
  readonly paste: boolean;
}

export async function sendKeys(
  desk: Desk,
  id: string,
  { text, keys, paste }: Keystrokes,
  call: Call,
): Promise<AgentRef> {
  const agent = await desk.alive(id, call);
  using _held = desk.mustLock(id, "send_keys");
  const limit = within(call.timeoutMs, call.signal);
  if (text !== "") await (paste ? agent.pane.paste(text, limit) : agent.pane.type(text, limit));
  for (const key of keys) await agent.pane.press([key], limit);
  return refOf(desk.registry.agent(id), await agent.status(call.signal));
}

/** Takes one option of the dialog on the screen. */
export async function answer(
  desk: Desk,
  id: string,
  wanted: string,
  call: Call,
): Promise<TurnResult & { answered: { id: string; label: string } }> {
  const agent = await desk.alive(id, call);
  using _held = desk.mustLock(id, "answer");
  const { dialog } = await agent.steady(call.signal);
  if (!dialog) {
    throw new ToolError("NoDialog", "The agent shows no dialog; nothing was pressed.", {
      suggestion: "Use prompt_agent to say something to it.",
    });
  }
  const option = optionFor(dialog, wanted);
  await choose(agent, dialog, option, within(call.timeoutMs, call.signal));
  const told = desk.keeper.keep(agent.row, await agent.steady(call.signal), { timedOut: false });
  return { ...told, answered: { id: option.id, label: option.label } };
}

const INTERRUPTS = 3;
const HEED_MS = 2_500;

/** Stops the running turn, not the agent. Nothing is pressed when nothing runs, nor again once it stopped. */
export async function interrupt(
  desk: Desk,
  id: string,
  call: Call,
): Promise<TurnResult & { interrupted: boolean }> {
  const agent = await desk.alive(id, call);
  let status = await agent.steady(call.signal);
  const wasRunning = isRunning(status);
  // A program that just drew a dialog does not hear the first key.
  for (let tries = 0; tries < INTERRUPTS && isRunning(status); tries += 1) {
    await agent.pane.press(agent.provider.keys.interrupt, within(call.timeoutMs, call.signal));
    const limit = within(Math.min(call.timeoutMs, HEED_MS), call.signal);
    const heeded = await agent.until(limit, (now) => (isRunning(now) ? undefined : now));
    status = heeded ?? (await agent.status(call.signal));
  }
  return {
    ...desk.keeper.keep(agent.row, status, { timedOut: false }),
    interrupted: wasRunning && !isRunning(status),
  };
}

function isRunning({ state, dialog, news }: Status): boolean {
  return state === "busy" || (state === "blocked" && dialog !== undefined && news.phase !== "idle");
}

export type Listed = TurnResult & { waiting_since_ms: number | null };

export interface Listing {
  /** Also those that ended. */
  readonly ended?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Every agent, as it is now. One that ended is not asked again. */
export async function list(desk: Desk, { ended = true, signal }: Listing = {}): Promise<Listed[]> {
  const listed = await Promise.all(
    desk.registry.agents({ ended }).map(async (row) => {
      if (isOver(row.state)) return { ...desk.keeper.asIs(row), waiting_since_ms: row.blocked?.at ?? null };
      const told = row.place ? await seen(desk, row, signal) : desk.keeper.asIs(row);
      return { ...told, waiting_since_ms: desk.registry.agent(row.id).blocked?.at ?? null };
    }),
  );
  return listed.filter(({ agent }) => ended || !isOver(agent.state));
}

function isOver(state: string): boolean {
  return state === "dead" || state === "killed";
}

/** One agent nobody can look at, because its tmux server hangs, must not hide all the others. */
async function seen(desk: Desk, row: AgentRow, signal: AbortSignal | undefined): Promise<TurnResult> {
  try {
    const agent = desk.live(row.id);
    return desk.keeper.keep(agent.row, await agent.steady(signal), { timedOut: false });
  } catch (error) {
    if (!(error instanceof ToolError) || signal?.aborted) throw error;
    const { agent, outcome } = desk.keeper.asIs(row);
    return { agent, outcome: { ...outcome, outcome: "unknown", warnings: ["unknown_state"] } };
  }
}
