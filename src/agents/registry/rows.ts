import { isProvider, type ProviderName } from "../known.ts";
import type { LaunchOptions } from "../provider.ts";

const LIFE = ["starting", "ready", "running", "blocked", "dead", "killed"] as const;
export type Life = (typeof LIFE)[number];

/** Exactly one tmux pane and the process in it. Ids alone are not enough: a new server counts from zero again. */
export interface Place {
  /** The socket's name, for an agent on a named server; null for the default one. */
  readonly socketName: string | null;
  readonly socketPath: string;
  readonly serverPid: number;
  readonly serverStart: number;
  readonly sessionId: string;
  readonly sessionName: string;
  readonly windowId: string;
  readonly windowName: string;
  readonly paneId: string;
  readonly panePid: number;
  readonly panePidStart: string | null;
}

export interface AgentRow {
  readonly id: string;
  readonly provider: ProviderName;
  readonly launch: LaunchOptions;
  readonly cwd: string;
  readonly state: Life;
  readonly place: Place | undefined;
  /** The program's own name of the conversation. */
  readonly sessionId: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the program that runs now was started. */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly resurrections: number;
  readonly blocked: { readonly reason: string; readonly at: number; readonly snapshot: string } | undefined;
}

export interface TurnRow {
  readonly id: string;
  readonly agentId: string;
  readonly providerTurn: string | undefined;
  /** Ids of the program's turns before this one: none of them can be ours. Or, for a scraped reply, what stood there. */
  readonly baseline: string;
  readonly createdAt: number;
  readonly acceptedAt: number | undefined;
  readonly confirmedBy: string | undefined;
  readonly outcome: string | undefined;
  /** The file its reply is in: the program may be in another conversation by now. */
  readonly transcript: string | undefined;
}

type Raw = Readonly<Record<string, unknown>>;

export function agentOf(raw: Raw): AgentRow | undefined {
  const { provider } = raw;
  // A row of a provider this version does not know is somebody else's business.
  if (!isProvider(provider)) return undefined;
  const reason = text(raw["blocked_reason"]);
  return {
    id: String(raw["id"]),
    provider,
    launch: json<LaunchOptions>(raw["launch"]) ?? {},
    cwd: String(raw["cwd"]),
    state: LIFE.find((word) => word === raw["state"]) ?? "blocked",
    place: json<Place>(raw["place"]),
    sessionId: text(raw["session_id"]),
    createdAt: Number(raw["created_at"]),
    updatedAt: Number(raw["updated_at"]),
    startedAt: count(raw["resurrected_at"]) ?? Number(raw["created_at"]),
    endedAt: count(raw["ended_at"]),
    resurrections: Number(raw["resurrections"]),
    blocked:
      reason === undefined
        ? undefined
        : { reason, at: Number(raw["blocked_at"]), snapshot: text(raw["blocked_snapshot"]) ?? "" },
  };
}

export function turnOf(raw: Raw): TurnRow {
  return {
    id: String(raw["id"]),
    agentId: String(raw["agent_id"]),
    providerTurn: text(raw["provider_turn"]),
    baseline: text(raw["baseline"]) ?? "",
    createdAt: Number(raw["created_at"]),
    acceptedAt: count(raw["accepted_at"]),
    confirmedBy: text(raw["confirmed_by"]),
    outcome: text(raw["outcome"]),
    transcript: text(raw["transcript"]),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function json<T>(value: unknown): T | undefined {
  // Written by this module alone, from values of exactly this type.
  return typeof value === "string" ? (JSON.parse(value) as T) : undefined;
}
