import { ToolError } from "../errors.ts";
import type { Call, Desk } from "./desk.ts";
import { kill } from "./operations.ts";
import type { AgentRef, Outcome } from "./outcome.ts";
import { prompt } from "./prompt.ts";
import { spawn, type SpawnRequest } from "./spawn.ts";

export type OneShotResult = {
  agent: AgentRef | null;
  spawn_outcome: Outcome | null;
  outcome: string;
  message: { role: "assistant"; text: string; fresh: true } | null;
  fresh_message: boolean;
  killed: boolean;
  kill: { status: "ok" | "error" | "skipped"; killed?: boolean; already_gone?: boolean; error?: string };
  blocked_reason?: string;
  error_excerpt?: string;
  error?: string;
};

const KILL_MS = 30_000;

/** Start, one prompt, end. What happens on the way is told, not thrown, and the end is always tried. */
export async function oneShot(
  desk: Desk,
  request: SpawnRequest & { readonly prompt: string },
  call: Call,
): Promise<OneShotResult> {
  const nothing = {
    agent: null,
    spawn_outcome: null,
    message: null,
    fresh_message: false,
    killed: false,
  } as const;
  let started: { agent: AgentRef; outcome: Outcome };
  let born: string | undefined;
  try {
    started = await spawn(desk, request, { ...call, born: (id) => (born = id) });
  } catch (error) {
    const failed = { ...nothing, outcome: "spawn_failed", error: said(error) };
    // Whoever left while it was starting has left a program behind.
    if (born === undefined) return { ...failed, kill: { status: "skipped" } };
    return { ...failed, ...(await ended(desk, born, call)) };
  }
  const { agent, outcome: spawned } = started;
  const shared = { ...nothing, agent, spawn_outcome: spawned };
  let told: Omit<OneShotResult, "kill" | "killed">;
  try {
    const outcome =
      spawned.outcome === "ready"
        ? (await prompt(desk, agent.id, request.prompt, { ...call, noYolo: request.noYolo })).outcome
        : spawned;
    told = {
      ...shared,
      outcome: outcome.outcome,
      message: outcome.message,
      fresh_message: outcome.fresh_message ?? false,
      ...(outcome.blocked_reason !== undefined && { blocked_reason: outcome.blocked_reason }),
      ...(outcome.error_excerpt !== undefined && { error_excerpt: outcome.error_excerpt }),
    };
  } catch (error) {
    told = { ...shared, outcome: "unknown", error: said(error) };
  }
  return { ...told, ...(await ended(desk, agent.id, call)) };
}

/** Not by the caller's signal: who left early still wants the agent gone. */
async function ended(
  desk: Desk,
  id: string,
  { progress }: Call,
): Promise<Pick<OneShotResult, "killed" | "kill">> {
  progress?.("ending");
  try {
    const { killed, already_gone } = await kill(desk, id, { timeoutMs: KILL_MS });
    return { killed, kill: { status: "ok", killed, already_gone } };
  } catch (error) {
    return { killed: false, kill: { status: "error", error: said(error) } };
  }
}

function said(error: unknown): string {
  return error instanceof ToolError
    ? `${error.errorType}: ${error.message}`
    : "An internal error; the log has it.";
}
