import { ToolError } from "../errors.ts";
import { type Reading, readSettings } from "../settings/read.ts";
import type { Settings } from "../settings/table.ts";
import { rulesOf } from "../shell/world.ts";
import { openStateDir, stateDirOf } from "../store/state-dir.ts";
import type { Args } from "./command.ts";
import { EXIT, Stop } from "./exit.ts";
import { complain, type Io } from "./io.ts";

export function readingOf(io: Io, args: Pick<Args, "flags">): Promise<Reading> {
  const { environment, cwd, home } = io;
  return readSettings({ flags: args.flags, environment, cwd, home });
}

/** The settings in force. Problems are told on stderr; a broken file ends the command here. */
export async function openSettings(io: Io, args: Pick<Args, "flags">): Promise<Settings> {
  const { settings, problems } = await readingOf(io, args);
  const refused = problems.filter(({ level }) => level === "refuse");
  complain(
    io,
    ...problems.filter(({ level }) => level === "warning").map(({ message }) => `warning: ${message}`),
  );
  const [first, ...others] = refused;
  if (!first) return provenRules(settings);
  complain(io, ...others.map(({ message }) => message));
  throw new Stop(EXIT.settings, first.message, "`termgate doctor` shows everything that is wrong.");
}

/** A rule that fails its own examples guards something else than its author thinks: nothing starts with it. */
async function provenRules(settings: Settings): Promise<Settings> {
  try {
    await rulesOf(settings);
    return settings;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new Stop(EXIT.settings, error.message, error.suggestion);
  }
}

/** The state folder, there and writable by its owner alone. */
export function openState(io: Io, settings: Settings): string {
  const folder = stateDirOf(settings, io);
  try {
    openStateDir(folder);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Stop(
      EXIT.environment,
      error.message,
      "Choose another folder with TERMGATE_STATE_DIR, or mend this one.",
    );
  }
  return folder;
}
