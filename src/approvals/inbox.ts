import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { ToolError } from "../errors.ts";
import { newCode, readCode } from "./code.ts";
import { atomically } from "../store/atomically.ts";
import { openDatabase } from "./database.ts";
import { awaken, ring } from "./wake.ts";

type State = "waiting" | "approved" | "denied" | "expired" | "used";
export type Decision = "approved" | "denied";

export interface Request {
  readonly id: number;
  readonly code: string;
  readonly digest: string;
  readonly state: State;
  /** What the person reads; already redacted and made visible. */
  readonly text: string;
  readonly command: string;
  readonly principal: string;
  /** What a grant made from this request would cover; null when none may be. */
  readonly scope: string | null;
  readonly created: number;
  readonly expires: number;
  readonly answered: number | null;
  readonly answered_by: string | null;
}

export interface Raise {
  readonly digest: string;
  readonly text: (code: string) => string;
  readonly command: string;
  readonly principal: string;
  readonly scope: string | null;
  readonly lastsMs: number;
}

export interface InboxOptions {
  readonly stateDir: string;
  readonly perMinute: number;
  readonly maxWaiting: number;
  /** How long a yes may wait to be used. */
  readonly useMs: number;
  readonly now?: () => number;
}

const FORGET_MS = 30 * 86_400_000;

/**
 * What waits for a person, kept in a file so that any terminal can answer. The first answer counts, silence past the
 * deadline is a no, and a yes is good for one run.
 */
export class Inbox {
  readonly folder: string;
  readonly #options: InboxOptions;
  readonly #now: () => number;
  #open: DatabaseSync | undefined;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.folder = join(options.stateDir, "approvals");
  }

  /** For the grants, which live in the same file. */
  get database(): DatabaseSync {
    return (this.#open ??= openDatabase(this.folder));
  }

  /** Put a question. The same intent is not asked twice at once: a second one joins the first. */
  raise(raise: Raise): { readonly request: Request; readonly isNew: boolean } {
    const database = this.database;
    return atomically(database, () => {
      this.#expire();
      const same = this.#one("SELECT * FROM requests WHERE digest = ? AND state = 'waiting'", raise.digest);
      if (same) return { request: same, isNew: false };
      this.#refuseFlood(raise.principal);
      const code = this.#freeCode();
      const now = this.#now();
      const insert = database.prepare(
        `INSERT INTO requests (code, digest, state, text, command, principal, scope, created, expires)
         VALUES (?, ?, 'waiting', ?, ?, ?, ?, ?, ?) RETURNING *`,
      );
      const { digest, text, command, principal, scope, lastsMs } = raise;
      const row = insert.get(code, digest, text(code), command, principal, scope, now, now + lastsMs);
      return { request: row as unknown as Request, isNew: true };
    });
  }

  /** The first answer wins; what comes later learns what was decided. Undefined when no such code ever waited. */
  answer(
    typed: string,
    decision: Decision,
    by: string,
  ): { readonly request: Request; readonly counted: boolean } | undefined {
    const code = readCode(typed);
    const request = atomically(this.database, () => {
      this.#expire();
      const update = this.database.prepare(
        `UPDATE requests SET state = ?, answered = ?, answered_by = ? WHERE code = ? AND state = 'waiting' RETURNING *`,
      );
      return update.get(decision, this.#now(), by, code) as unknown as Request | undefined;
    });
    if (request) {
      ring(this.folder);
      return { request, counted: true };
    }
    const latest = this.#one("SELECT * FROM requests WHERE code = ? ORDER BY id DESC LIMIT 1", code);
    return latest && { request: latest, counted: false };
  }

  /** Use up a yes for exactly this intent. One caller gets it, whoever else tries. */
  take(digest: string): Request | undefined {
    const update = this.database.prepare(
      `UPDATE requests SET state = 'used' WHERE state = 'approved' AND id = (
         SELECT id FROM requests WHERE digest = ? AND state = 'approved' AND answered > ? ORDER BY id LIMIT 1
       ) RETURNING *`,
    );
    return update.get(digest, this.#now() - this.#options.useMs) as unknown as Request | undefined;
  }

  /** Ends a question nobody answered in time. */
  giveUp(id: number): void {
    this.database.prepare("UPDATE requests SET state = 'expired' WHERE id = ? AND state = 'waiting'").run(id);
  }

  waiting(): Request[] {
    atomically(this.database, () => this.#expire());
    return this.database
      .prepare("SELECT * FROM requests WHERE state = 'waiting' ORDER BY id")
      .all() as unknown as Request[];
  }

  find(typed: string): Request | undefined {
    return this.#one("SELECT * FROM requests WHERE code = ? ORDER BY id DESC LIMIT 1", readCode(typed));
  }

  /** Resolves once the request is no longer waiting; undefined when the signal ends the wait first. */
  settled(id: number, signal: AbortSignal): Promise<Request | undefined> {
    const look = () => {
      const request = this.#one("SELECT * FROM requests WHERE id = ?", id);
      if (request?.state !== "waiting") return request;
      if (request.expires > this.#now()) return undefined;
      this.giveUp(id);
      return this.#one("SELECT * FROM requests WHERE id = ?", id);
    };
    return awaken(this.folder, look, signal);
  }

  close(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  #one(sql: string, value: string | number): Request | undefined {
    return this.database.prepare(sql).get(value) as unknown as Request | undefined;
  }

  #expire(): void {
    const now = this.#now();
    this.database
      .prepare("UPDATE requests SET state = 'expired' WHERE state = 'waiting' AND expires <= ?")
      .run(now);
    this.database.prepare("DELETE FROM requests WHERE created < ?").run(now - FORGET_MS);
  }

  #refuseFlood(principal: string): void {
    const count = (sql: string, ...values: (string | number)[]) =>
      Number(this.database.prepare(sql).get(...values)?.["n"]);
    const { perMinute, maxWaiting } = this.#options;
    const recent = count(
      "SELECT count(*) AS n FROM requests WHERE principal = ? AND created > ?",
      principal,
      this.#now() - 60_000,
    );
    const waiting = count("SELECT count(*) AS n FROM requests WHERE state = 'waiting'");
    if (recent < perMinute && waiting < maxWaiting) return;
    throw new ToolError("TooManyApprovals", "DENIED: too many questions wait for a person already.", {
      suggestion: "Stop asking and let your human answer what waits: termgate approvals lists it.",
    });
  }

  #freeCode(): string {
    const taken = this.database.prepare("SELECT 1 FROM requests WHERE code = ?");
    for (let attempt = 0; attempt < 100; attempt++) {
      const code = newCode();
      if (!taken.get(code)) return code;
    }
    throw new ToolError("InboxFull", "No free code was found for this question.", { expected: false });
  }
}
