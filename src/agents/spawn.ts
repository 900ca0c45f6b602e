import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ToolError } from "../errors.ts";
import { within } from "../tmux/within.ts";
import type { Call, Desk } from "./desk.ts";
import { endStray } from "./kill.ts";
import { launch, programOf } from "./launch.ts";
import type { LiveAgent } from "./live.ts";
import { type ProviderName, providers } from "./known.ts";
import type { LaunchOptions } from "./provider.ts";
import { untilReady } from "./ready.ts";
import type { AgentRow } from "./registry/rows.ts";
import type { TurnResult } from "./turn-result.ts";

const ENDING_MS = 500;

export interface SpawnRequest {
  readonly provider: ProviderName;
  readonly cwd: string;
  readonly launch: LaunchOptions;
  readonly noYolo: boolean;
  readonly key?: string | undefined;
}

/** Starts an agent and waits until it can be prompted. The same key again finds the agent of the first time. */
export async function spawn(desk: Desk, request: SpawnRequest, call: Call): Promise<TurnResult> {
  const { registry } = desk;
  const { key } = request;
  const what = JSON.stringify([request.provider, request.cwd, request.launch]);
  const provider = providers[request.provider];
  programOf(desk.options, provider);
  const { row, known } = registry.whole(() => {
    const before = key === undefined ? undefined : registry.keyed(key, what);
    if (before) return { row: registry.agent(before.agentId), known: true };
    const added = registry.addAgent({
      ...request,
      sessionId: provider.choosesSession ? randomUUID() : undefined,
    });
    if (key !== undefined) registry.takeKey(key, what, { agentId: added.id });
    return { row: added, known: false };
  });
  if (known && row.place) return settle(desk, desk.live(row.id), { mayAdvance: false, fresh: false, call });
  if (known && (row.state !== "starting" || desk.locks.holder(row.id))) return desk.keeper.asIs(row);
  using _held = desk.mustLock(row.id, "spawn");
  try {
    // Whoever took this key died before it could say where the program runs.
    if (known) await endStray(row, desk.server, within(10_000, call.signal));
    await start(desk, row, { resumes: false, call });
  } catch (error) {
    registry.setState(row.id, "dead");
    if (key !== undefined) registry.dropKey(key);
    throw error;
  }
  const told = await settle(desk, desk.live(row.id), { mayAdvance: !request.noYolo, fresh: true, call });
  await desk.sweep();
  return told;
}

export async function start(
  desk: Desk,
  row: AgentRow,
  { resumes, call }: { readonly resumes: boolean; readonly call: Call },
): Promise<void> {
  const limit = within(Math.min(call.timeoutMs, 30_000), call.signal);
  const attempt = () =>
    launch(desk.options, row, providers[row.provider], { room: desk.options.room, resumes, limit });
  const place = await attempt().catch(async (error: unknown) => {
    // A server whose last session just ended takes a new client down with it; nothing was started yet.
    if (!(error instanceof ToolError) || !error.transient || error.errorType !== "LibTmuxException")
      throw error;
    await pause(ENDING_MS);
    return attempt();
  });
  desk.registry.settle(row.id, place, { again: row.place !== undefined });
}

/** Waits for an agent to be ready, to wait for somebody, or to be gone, and writes that down. */
export async function settle(
  desk: Desk,
  agent: LiveAgent,
  { mayAdvance, fresh, call }: { readonly mayAdvance: boolean; readonly fresh: boolean; readonly call: Call },
): Promise<TurnResult> {
  const limit = within(call.timeoutMs, call.signal);
  const ready = await untilReady(agent, { mayAdvance, fresh, limit, progress: call.progress });
  return desk.keeper.keep(agent.row.id, ready ?? (await agent.status(call.signal)), { timedOut: !ready });
}
