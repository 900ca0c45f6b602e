import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS requests (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL,
    digest TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'approved', 'denied', 'expired', 'used')),
    text TEXT NOT NULL,
    command TEXT NOT NULL,
    principal TEXT NOT NULL,
    scope TEXT,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    answered INTEGER,
    answered_by TEXT
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS waiting_code ON requests (code) WHERE state = 'waiting';
  CREATE UNIQUE INDEX IF NOT EXISTS waiting_digest ON requests (digest) WHERE state = 'waiting';
  CREATE INDEX IF NOT EXISTS by_digest ON requests (digest, state);
  CREATE INDEX IF NOT EXISTS by_time ON requests (created);
  CREATE TABLE IF NOT EXISTS grants (
    id INTEGER PRIMARY KEY,
    scope TEXT NOT NULL,
    granted_by TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    revoked INTEGER
  ) STRICT;
`;

/** The file every termgate of this person shares: what waits for an answer, and what was granted. */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  // Asked for only now: a server in which nothing needs approval does not load SQLite.
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const path = join(folder, "approvals.db");
  const database = new DatabaseSync(path);
  database.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  database.exec(SCHEMA);
  chmodSync(path, 0o600);
  return database;
}
