import type { Inbox } from "./inbox.ts";
import { covers, type Scope } from "./scope.ts";
import { visible } from "./visible.ts";

export interface Grant {
  readonly id: number;
  readonly scopes: readonly Scope[];
  readonly grantedBy: string;
  readonly created: number;
  readonly expires: number;
}

interface Row {
  readonly id: number;
  readonly scope: string;
  readonly granted_by: string;
  readonly created: number;
  readonly expires: number;
}

/** What a person allowed for a while. Only ever written on an explicit choice, and gone on time or on demand. */
export class Grants {
  readonly #inbox: Inbox;
  readonly #now: () => number;

  constructor(inbox: Inbox, now: () => number = Date.now) {
    this.#inbox = inbox;
    this.#now = now;
  }

  add(scopes: readonly Scope[], by: string, minutes: number): Grant {
    const created = this.#now();
    const insert = this.#inbox.database.prepare(
      "INSERT INTO grants (scope, granted_by, created, expires) VALUES (?, ?, ?, ?) RETURNING *",
    );
    return read(
      insert.get(JSON.stringify(scopes), by, created, created + minutes * 60_000) as unknown as Row,
    );
  }

  list(): Grant[] {
    const rows = this.#inbox.database
      .prepare("SELECT * FROM grants WHERE revoked IS NULL AND expires > ? ORDER BY id")
      .all(this.#now());
    return (rows as unknown as Row[]).map(read);
  }

  /** The grant that covers all of these, when one does. */
  covering(wanted: readonly Scope[]): Grant | undefined {
    return this.list().find(({ scopes }) => covers(scopes, wanted));
  }

  revoke(id: number): boolean {
    const update = this.#inbox.database.prepare(
      "UPDATE grants SET revoked = ? WHERE id = ? AND revoked IS NULL",
    );
    return update.run(this.#now(), id).changes === 1;
  }
}

function read(row: Row): Grant {
  // The column was written by `add` alone.
  const scopes = JSON.parse(row.scope) as readonly Scope[];
  return { id: row.id, scopes, grantedBy: row.granted_by, created: row.created, expires: row.expires };
}

/** One scope as a person reads it. */
export function sayScope({ program, verb, flags, folder }: Scope): string {
  return visible([program, ...(verb === null ? [] : [verb]), ...flags, "…"].join(" ") + ` in ${folder}`);
}
