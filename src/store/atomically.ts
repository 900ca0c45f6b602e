import type { DatabaseSync } from "node:sqlite";

/** All or nothing, also when the process dies in the middle, and nobody else writes in between. */
export function atomically<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** After some errors SQLite has done so itself, and a second time would be reported in place of the first reason. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // Nothing was begun any more.
  }
}
