import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startTime } from "../../os/process.ts";
import { fields, textOf } from "./json-lines.ts";
import type { ChannelNews, ChannelPlace } from "./turn.ts";

export interface ProcessStatus {
  readonly phase: ChannelNews["phase"];
  /** The conversation it is in. */
  readonly sessionId: string | undefined;
  readonly waitingFor: string | undefined;
  readonly since: number;
}

/**
 * A folder with one file per process, `<pid>.json`, that says which conversation it is in and what it does. A file left
 * behind by a killed process is known by its process being gone. The process itself is asked for first: a person can take
 * it to another conversation. A program that runs as a child of what we started is known by the conversation.
 */
export function processStatus(
  folder: string,
  { pid, sessionId }: Pick<ChannelPlace, "pid" | "sessionId">,
  words: Readonly<Record<string, ChannelNews["phase"]>>,
): ProcessStatus | undefined {
  const own = pid === undefined ? {} : json(join(folder, `${pid}.json`));
  const record = isOf(own, pid) ? own : byConversation(folder, sessionId);
  return (
    record && {
      phase: words[textOf(record["status"]) ?? ""],
      sessionId: textOf(record["sessionId"]),
      waitingFor: textOf(record["waitingFor"]),
      since: Number(record["statusUpdatedAt"]) || 0,
    }
  );
}

type Fields = Readonly<Record<string, unknown>>;

function byConversation(folder: string, sessionId: string | undefined): Fields | undefined {
  return names(folder)
    .map((name) => json(join(folder, name)))
    .find((record) => record["sessionId"] === sessionId && isOf(record, record["pid"]));
}

function isOf(record: Fields, pid: unknown): boolean {
  if (typeof pid !== "number" || record["pid"] !== pid) return false;
  const started = textOf(record["procStart"]);
  return started === undefined || process.platform !== "linux" || startTime(pid) === started;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
}

function json(path: string): Fields {
  try {
    return fields(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // Caught in the middle of being written; its next change wakes us again.
    return {};
  }
}
