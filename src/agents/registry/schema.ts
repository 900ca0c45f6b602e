import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ToolError } from "../../errors.ts";
import { atomically } from "../../store/atomically.ts";

/** Each step takes the schema one version further; a step is never changed once it was released. */
const STEPS = [
  `
  CREATE TABLE agents (
    id TEXT PRIMARY KEY,
    provider TEXT NOT NULL,
    launch TEXT NOT NULL,
    cwd TEXT NOT NULL,
    state TEXT NOT NULL,
    place TEXT,
    session_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    ended_at INTEGER,
    resurrected_at INTEGER,
    resurrections INTEGER NOT NULL DEFAULT 0,
    blocked_reason TEXT,
    blocked_at INTEGER,
    blocked_snapshot TEXT
  );
  CREATE TABLE turns (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL REFERENCES agents(id),
    digest TEXT NOT NULL,
    provider_turn TEXT,
    baseline TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    accepted_at INTEGER,
    confirmed_by TEXT,
    outcome TEXT
  );
  CREATE INDEX turns_by_agent ON turns (agent_id, created_at);
  CREATE TABLE keys (
    key TEXT PRIMARY KEY,
    digest TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    turn_id TEXT,
    created_at INTEGER NOT NULL
  );
  CREATE TABLE locks (
    agent_id TEXT PRIMARY KEY,
    token TEXT NOT NULL,
    owner TEXT NOT NULL,
    pid INTEGER NOT NULL,
    pid_start TEXT,
    purpose TEXT NOT NULL,
    acquired_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  );
  `,
  `
  ALTER TABLE turns ADD COLUMN transcript TEXT;
  CREATE INDEX agents_alive ON agents (created_at, id) WHERE state NOT IN ('dead', 'killed');
  `,
] as const;

export const SCHEMA_VERSION = STEPS.length;

/** Opens the registry, brings an older one up to date, and leaves a newer one alone. */
export function openDatabase(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path);
    chmodSync(path, 0o600);
    db.exec(
      "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON",
    );
    migrate(db);
    return db;
  } catch (error) {
    db?.close();
    throw unreadable(path, error) ?? error;
  }
}

/** SQLite's own numbers for a file that is damaged, and one that is something else. */
const DAMAGED = new Set([11, 26]);

/** Never mended or thrown away by us: agents may be running that only this file knows. */
function unreadable(path: string, error: unknown): ToolError | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || !DAMAGED.has(Number(error.errcode)))
    return undefined;
  return new ToolError("RegistryDamaged", `The agent registry ${path} is damaged or no database.`, {
    suggestion:
      "Move that file away, then try again. Agents that still run stay in tmux, in sessions named termgate-*.",
    cause: error,
  });
}

function migrate(db: DatabaseSync): void {
  if (version(db) === SCHEMA_VERSION) return;
  atomically(db, () => {
    // Several termgates may start at once: another one may have done this meanwhile.
    const found = version(db);
    if (found > SCHEMA_VERSION) {
      throw new ToolError(
        "RegistryTooNew",
        `The agent registry has schema ${found}; this termgate knows ${SCHEMA_VERSION}.`,
        {
          suggestion: "Use the newer termgate that wrote it, or another state folder.",
        },
      );
    }
    for (const step of STEPS.slice(found)) db.exec(step);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
}

function version(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
}
