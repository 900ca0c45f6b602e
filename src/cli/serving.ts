import { resolve } from "node:path";
import type { Settings } from "../settings/table.ts";
import { type Log, openLog } from "../store/log.ts";
import { VERSION } from "../version.ts";
import type { Args } from "./command.ts";
import type { Io } from "./io.ts";
import { openSettings, openState } from "./open.ts";

export interface Serving {
  readonly settings: Settings;
  readonly stateDir: string;
  readonly log: Log;
}

/** What both doors need before they open. */
export async function prepare(io: Io, args: Args): Promise<Serving> {
  const settings = await openSettings(io, args);
  const stateDir = openState(io, settings);
  const { logLevel, logFile } = settings.house;
  const log = openLog({
    level: logLevel,
    write: (line) => io.stderr.write(line),
    file: logFile === undefined ? undefined : resolve(io.cwd, logFile),
  });
  // One call's bug must not end the others' work; it is told, and the call itself is answered or cancelled elsewhere.
  process.on("unhandledRejection", (error) => {
    log.error("A promise was rejected and nobody looked.", {
      error: error instanceof Error ? error.name : "unknown",
    });
  });
  return { settings, stateDir, log };
}

/** One line with what is in force, so that a mistyped setting is seen. */
export function announce({ settings, stateDir, log }: Serving, door: string): void {
  const { safety, profile } = settings.house;
  log.info(`termgate ${VERSION} serves ${door}.`, { safety, profile, state: stateDir });
}
