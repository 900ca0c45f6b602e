import { randomUUID } from "node:crypto";
import { startTime } from "../../os/process.ts";
import type { Registry } from "./registry.ts";

/** Longer than any pause between two heartbeats, short enough that a machine that lost power frees itself soon. */
const LEASE_MS = 60_000;
const HEARTBEAT_MS = 15_000;

export interface Holder {
  readonly owner: string;
  readonly pid: number;
  readonly purpose: string;
  readonly since: number;
}

export interface Lock extends Disposable {
  readonly token: string;
  /** False once somebody else could have taken it: then nothing more may be typed. */
  holds(): boolean;
}

/** One writer per agent, over all processes that share the registry. */
export class Locks {
  readonly #registry: Registry;
  readonly #owner: string;
  readonly #now: () => number;

  constructor(registry: Registry, owner: string, now: () => number = Date.now) {
    this.#registry = registry;
    this.#owner = owner;
    this.#now = now;
  }

  /** The lock, or who has it. A holder whose process is gone, or whose lease ran out, has it no more. */
  take(agentId: string, purpose: string): Lock | Holder {
    const token = randomUUID();
    const taken = this.#registry.whole(() => {
      const holder = this.holder(agentId);
      if (holder) return holder;
      this.#registry.db
        .prepare(
          "INSERT OR REPLACE INTO locks (agent_id, token, owner, pid, pid_start, purpose, acquired_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .run(
          agentId,
          token,
          this.#owner,
          process.pid,
          startTime(process.pid) ?? null,
          purpose,
          this.#now(),
          this.#now() + LEASE_MS,
        );
      return undefined;
    });
    return taken ?? this.#held(agentId, token);
  }

  holder(agentId: string): Holder | undefined {
    const raw = this.#registry.db.prepare("SELECT * FROM locks WHERE agent_id = ?").get(agentId);
    if (!raw || Number(raw["expires_at"]) < this.#now()) return undefined;
    const pid = Number(raw["pid"]);
    const started = raw["pid_start"];
    if (!isAlive(pid, typeof started === "string" ? started : undefined)) return undefined;
    return {
      owner: String(raw["owner"]),
      pid,
      purpose: String(raw["purpose"]),
      since: Number(raw["acquired_at"]),
    };
  }

  #held(agentId: string, token: string): Lock {
    const { db } = this.#registry;
    const beat = () => {
      db.prepare("UPDATE locks SET expires_at = ? WHERE agent_id = ? AND token = ?").run(
        this.#now() + LEASE_MS,
        agentId,
        token,
      );
    };
    const timer = setInterval(beat, HEARTBEAT_MS);
    timer.unref();
    return {
      token,
      holds: () =>
        db.prepare("SELECT 1 FROM locks WHERE agent_id = ? AND token = ?").get(agentId, token) !== undefined,
      [Symbol.dispose]() {
        clearInterval(timer);
        // Only our own: a lock somebody took after our lease ran out is theirs.
        if (db.isOpen) db.prepare("DELETE FROM locks WHERE agent_id = ? AND token = ?").run(agentId, token);
      },
    };
  }
}

function isAlive(pid: number, started: string | undefined): boolean {
  if (started !== undefined) return startTime(pid) === started;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function isLock(value: Lock | Holder): value is Lock {
  return "token" in value;
}
