import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startTime } from "../../os/process.ts";
import { fields, textOf } from "./json-lines.ts";
import type { ChannelNews } from "./turn.ts";

export interface ProcessStatus {
  readonly phase: NonNullable<ChannelNews["phase"]>;
  readonly waitingFor: string | undefined;
  readonly since: number;
}

/**
 * A folder with one file per process, `<pid>.json`, that says which conversation it is in and what it does. A file left
 * behind by a killed process is known by its process being gone.
 */
export function processStatus(
  folder: string,
  sessionId: string | undefined,
  words: Readonly<Record<string, ProcessStatus["phase"]>>,
): ProcessStatus | undefined {
  for (const name of names(folder)) {
    const record = json(join(folder, name));
    if (record["sessionId"] !== sessionId || typeof record["pid"] !== "number") continue;
    const started = textOf(record["procStart"]);
    if (started !== undefined && process.platform === "linux" && startTime(record["pid"]) !== started)
      continue;
    const phase = words[textOf(record["status"]) ?? ""];
    if (!phase) return undefined;
    const since = Number(record["statusUpdatedAt"]) || 0;
    return { phase, waitingFor: textOf(record["waitingFor"]), since };
  }
  return undefined;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
}

function json(path: string): Readonly<Record<string, unknown>> {
  try {
    return fields(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // Caught in the middle of being written; its next change wakes us again.
    return {};
  }
}
