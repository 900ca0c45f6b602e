import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ToolError } from "../errors.ts";
import { remaining, within } from "../tmux/within.ts";
import type { Call, Desk } from "./desk.ts";
import { endStray } from "./kill.ts";
import { launch } from "./launch.ts";
import type { LiveAgent } from "./live.ts";
import { programOf, type ProviderName, providers } from "./known.ts";
import type { LaunchOptions } from "./provider.ts";
import { untilReady } from "./ready.ts";
import { type Holder, isLock } from "./registry/locks.ts";
import type { AgentRow } from "./registry/rows.ts";
import type { TurnResult } from "./turn-result.ts";

const ENDING_MS = 500;
const SPAWN = "spawn";

export interface SpawnRequest {
  readonly provider: ProviderName;
  readonly cwd: string;
  readonly launch: LaunchOptions;
  readonly noYolo: boolean;
  readonly key?: string | undefined;
}

interface Spawning extends Call {
  /** Told as soon as the program runs, which is before anybody knows how its start ends. */
  readonly born?: (id: string) => void;
}

/** Starts an agent and waits until it can be prompted. The same key again finds the agent of the first time. */
export async function spawn(desk: Desk, request: SpawnRequest, call: Spawning): Promise<TurnResult> {
  const { registry } = desk;
  const { key } = request;
  const what = JSON.stringify([request.provider, request.cwd, request.launch]);
  const provider = providers[request.provider];
  programOf(provider, desk.options.environment["PATH"]);
  const { id, known } = registry.whole(() => {
    const before = key === undefined ? undefined : registry.keyed(key, what);
    if (before) return { id: before.agentId, known: true };
    const added = registry.addAgent({
      ...request,
      sessionId: provider.choosesSession ? randomUUID() : undefined,
    });
    if (key !== undefined) registry.takeKey(key, what, { agentId: added.id });
    return { id: added.id, known: false };
  });
  const holder = known ? await otherSpawn(desk, id, call) : undefined;
  const row = registry.agent(id);
  if (holder) return desk.keeper.busy(row, holder);
  if (known && row.place) return settle(desk, desk.live(id), { mayAdvance: false, fresh: false, call });
  if (known && row.state !== "starting") return desk.keeper.asIs(row);
  const lock = desk.locks.take(id, SPAWN);
  // Somebody with the same key came in between: then theirs is the start to wait for.
  if (!isLock(lock)) return spawn(desk, request, call);
  using _held = lock;
  try {
    // Whoever took this key died before it could say where the program runs.
    if (known) await endStray(row, desk.server, within(10_000, call.signal));
    await start(desk, row, { resumes: false, call });
  } catch (error) {
    const now = registry.agent(row.id);
    if (now.state === "killed") return desk.keeper.asIs(now);
    // Whoever left had it ended; it did not end by itself.
    registry.setState(row, call.signal?.aborted ? "killed" : "dead");
    if (key !== undefined) registry.dropKey(key);
    throw error;
  }
  call.born?.(row.id);
  const told = await settle(desk, desk.live(row.id), { mayAdvance: !request.noYolo, fresh: true, call });
  await desk.sweep();
  return told;
}

/** How often another process is asked whether it is done: it has no way to tell. */
const ASK_MS = 50;

/** Waits for whoever is at the same start; who that is, when the time is over first. */
async function otherSpawn(desk: Desk, id: string, { timeoutMs, signal }: Call): Promise<Holder | undefined> {
  const limit = within(timeoutMs, signal);
  for (;;) {
    const holder = desk.locks.holder(id);
    if (holder?.purpose !== SPAWN) return undefined;
    if (remaining(limit) <= 0) return holder;
    await pause(ASK_MS, undefined, { signal });
  }
}

export async function start(
  desk: Desk,
  row: AgentRow,
  { resumes, call }: { readonly resumes: boolean; readonly call: Call },
): Promise<void> {
  const limit = within(Math.min(call.timeoutMs, 30_000), call.signal);
  call.progress?.("starting");
  const attempt = () =>
    launch(desk.options, row, providers[row.provider], { room: desk.options.room, resumes, limit });
  const again = async (error: unknown) => {
    // A server whose last session just ended takes a new client down with it; nothing was started yet.
    if (!(error instanceof ToolError) || !error.transient || error.errorType !== "LibTmuxException")
      throw error;
    await pause(ENDING_MS);
    return attempt();
  };
  let failure: unknown;
  try {
    if (desk.registry.settle(row.id, await attempt().catch(again))) return;
  } catch (error) {
    failure = error;
  }
  // Cancelled between the order and its receipt, or killed before that, the program may run all the same.
  await endStray(row, desk.server, within(5_000)).catch(() => {});
  // A kill takes the window away under the start: that is the reason then, whatever tmux missed first.
  const isKilled = desk.registry.agent(row.id).state === "killed" || isGone(failure);
  if (failure !== undefined && !isKilled) throw failure;
  throw new ToolError("AgentDead", "The agent was ended while it was starting.", {
    suggestion: "prompt_agent starts it again under the same id.",
  });
}

function isGone(failure: unknown): boolean {
  return (
    failure instanceof ToolError && ["TmuxObjectDoesNotExist", "PaneNotFound"].includes(failure.errorType)
  );
}

/** Waits for an agent to be ready, to wait for somebody, or to be gone, and writes that down. */
export async function settle(
  desk: Desk,
  agent: LiveAgent,
  { mayAdvance, fresh, call }: { readonly mayAdvance: boolean; readonly fresh: boolean; readonly call: Call },
): Promise<TurnResult> {
  const limit = within(call.timeoutMs, call.signal);
  const ready = await untilReady(agent, { mayAdvance, fresh, limit, progress: call.progress });
  return desk.keeper.keep(agent.row, ready ?? (await agent.status(call.signal)), { timedOut: !ready });
}
