import { accessSync, chmodSync, constants, mkdirSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { ToolError } from "../errors.ts";
import type { Settings } from "../settings/table.ts";

interface Where {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
}

/** Where everything that outlives the process is kept. */
export function stateDirOf(settings: Settings, { environment, cwd, home }: Where): string {
  const chosen = settings.house.stateDir;
  if (chosen !== undefined)
    return chosen.startsWith("~/") ? join(home, chosen.slice(2)) : resolve(cwd, chosen);
  const base = environment["XDG_STATE_HOME"];
  return join(base && isAbsolute(base) ? base : join(home, ".local", "state"), "termgate");
}

/** Makes the folder where it is missing and closes it to everybody else. */
export function openStateDir(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { mode, uid } = statSync(folder);
    if (process.getuid && uid !== process.getuid())
      throw new ToolError("StateUnusable", `The state folder ${folder} belongs to another user.`, {
        expected: false,
      });
    if ((mode & 0o077) !== 0) chmodSync(folder, 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw new ToolError("StateUnusable", `The state folder ${folder} cannot be used (${code}).`, {
      expected: false,
      cause: error,
    });
  }
}
