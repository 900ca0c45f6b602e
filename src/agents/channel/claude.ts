import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startTime } from "../../os/process.ts";
import { type HookEvent, HookEvents } from "./hook-events.ts";
import { fields, JsonLines, listOf, textOf } from "./json-lines.ts";
import type { Channel, ChannelNews, ChannelPlace, Turn } from "./turn.ts";

/** Claude keeps the transcript under the folder's name with everything but letters and digits turned into dashes. */
function claudeTranscript({ home, env, cwd, sessionId }: ChannelPlace): string {
  return join(
    configFolder(home, env),
    "projects",
    cwd.replaceAll(/[^A-Za-z0-9]/g, "-"),
    `${sessionId}.jsonl`,
  );
}

function configFolder(home: string, env: ChannelPlace["env"]): string {
  return env["CLAUDE_CONFIG_DIR"] ?? join(home, ".claude");
}

/** Its session file, our hooks and its transcript, in that order of trust for what it does now. */
export function claudeChannel(place: ChannelPlace): Channel {
  const sessions = join(configFolder(place.home, place.env), "sessions");
  const events = new HookEvents(place.events);
  let transcript = new JsonLines(claudeTranscript(place));
  return {
    news() {
      const heard = events.all();
      const path = textOf(
        heard.findLast(({ body }) => textOf(body["transcript_path"]))?.body["transcript_path"],
      );
      if (path !== undefined && path !== transcript.path) transcript = new JsonLines(path);
      const status = sessionStatus(sessions, place.sessionId);
      const phase = status?.phase ?? phaseOf(heard);
      const turns = claudeTurns(transcript.records(), heard);
      return {
        phase,
        waitingFor: status?.waitingFor,
        turns: phase === "idle" ? turns.map((turn) => settled(turn, status?.since, heard)) : turns,
        sessionId: place.sessionId,
        sources: [
          status ? `session file: ${status.phase}` : `hooks: ${phase ?? "silent"}`,
          `transcript: ${turns.length} turns`,
        ],
      };
    },
    paths: () => [sessions, place.events, transcript.path],
  };
}

interface SessionStatus {
  readonly phase: NonNullable<ChannelNews["phase"]>;
  readonly waitingFor: string | undefined;
  readonly since: number;
}

/** The file Claude keeps per process. One left behind by a killed process is known by its process being gone. */
function sessionStatus(folder: string, sessionId: string | undefined): SessionStatus | undefined {
  for (const name of names(folder)) {
    const record = json(join(folder, name));
    if (record["sessionId"] !== sessionId || typeof record["pid"] !== "number") continue;
    const started = textOf(record["procStart"]);
    if (started !== undefined && process.platform === "linux" && startTime(record["pid"]) !== started)
      continue;
    const phase = { busy: "busy", idle: "idle", waiting: "waiting", shell: "busy" } as const;
    const said = Object.entries(phase).find(([word]) => word === record["status"])?.[1];
    if (!said) return undefined;
    return {
      phase: said,
      waitingFor: textOf(record["waitingFor"]),
      since: Number(record["statusUpdatedAt"]) || 0,
    };
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

function phaseOf(events: readonly HookEvent[]): ChannelNews["phase"] {
  const last = events.findLast(({ name }) => PHASES[name] !== undefined);
  return last && PHASES[last.name];
}

const PHASES: Readonly<Record<string, ChannelNews["phase"]>> = {
  SessionStart: "idle",
  UserPromptSubmit: "busy",
  PermissionRequest: "waiting",
  Stop: "idle",
  StopFailure: "idle",
};

/** Long enough for the transcript to catch up with the status. */
const LAG_MS = 4_000;

/**
 * Idle since after the turn began: with its last words it is complete. Without any, the transcript may lag, and then our
 * Stop hook has the words; or it was interrupted before the first one, which no hook and no record ever tells.
 */
function settled(turn: Turn, since: number | undefined, events: readonly HookEvent[]): Turn {
  if (turn.outcome !== "running" || since === undefined || since <= turn.startedAt) return turn;
  if (turn.text !== undefined) return { ...turn, outcome: "completed" };
  if (Date.now() - since < LAG_MS) return turn;
  const stop = events.findLast(({ name, body }) => name === "Stop" && body["prompt_id"] === turn.id);
  const text = stop && textOf(stop.body["last_assistant_message"]);
  return text === undefined ? { ...turn, outcome: "interrupted" } : { ...turn, outcome: "completed", text };
}

/** Turns out of a transcript: side chains left out, blocks of one message joined, ends told apart. */
export function claudeTurns(records: readonly unknown[], events: readonly HookEvent[] = []): Turn[] {
  const turns: Turn[] = [];
  let message:
    | { readonly id: unknown; readonly text: readonly string[]; readonly final: boolean }
    | undefined;
  const change = (part: Partial<Turn>) => {
    const last = turns.at(-1);
    if (last?.outcome === "running") turns[turns.length - 1] = { ...last, ...part };
  };
  for (const record of records) {
    const { type, subtype, isSidechain, isMeta, timestamp, promptId, uuid, isApiErrorMessage } =
      fields(record);
    if (isSidechain === true) continue;
    const { content, id, stop_reason } = fields(record, "message");
    const at = Date.parse(textOf(timestamp) ?? "") || 0;
    if (type === "user" && isMeta !== true) {
      const text = spoken(content);
      if (text === undefined) continue;
      if (text.startsWith("[Request interrupted by user"))
        change({ outcome: "interrupted", text: undefined });
      else {
        message = undefined;
        turns.push({
          id: textOf(promptId) ?? textOf(uuid) ?? String(turns.length),
          prompt: text,
          startedAt: at,
          outcome: "running",
          tools: 0,
        });
      }
    } else if (type === "assistant" && isApiErrorMessage === true) {
      change({ outcome: "failed", error: texts(content).join("\n\n") });
    } else if (type === "assistant") {
      const before: readonly string[] = message?.id === id ? (message?.text ?? []) : [];
      const final = typeof stop_reason === "string" && stop_reason !== "tool_use";
      message = { id, text: [...before, ...texts(content)], final };
      const used = listOf(content).filter((block) => fields(block)["type"] === "tool_use").length;
      const last = turns.at(-1);
      if (last)
        change({ tools: last.tools + used, text: message.final ? message.text.join("\n\n") : undefined });
    } else if (type === "system" && subtype === "turn_duration" && message?.final)
      change({ outcome: "completed" });
  }
  return turns.map((turn) => withHooks(turn, events));
}

/** A Stop hook names the prompt it ends, and comes before the transcript's own end line. */
function withHooks(turn: Turn, events: readonly HookEvent[]): Turn {
  if (turn.outcome !== "running") return turn;
  const ours = events.findLast(
    ({ name, body }) => (name === "Stop" || name === "StopFailure") && body["prompt_id"] === turn.id,
  );
  if (!ours) return turn;
  const said = textOf(ours.body["last_assistant_message"]);
  if (ours.name === "StopFailure") return { ...turn, outcome: "failed", error: said };
  return turn.text === undefined ? turn : { ...turn, outcome: "completed" };
}

/** What a person said; undefined for tool results and what the program says in a person's name. */
function spoken(content: unknown): string | undefined {
  if (typeof content === "string")
    return /^<(?:command-|local-command|bash-)/.test(content) ? undefined : content;
  const blocks = listOf(content);
  if (blocks.some((block) => fields(block)["type"] === "tool_result")) return undefined;
  const said = texts(content);
  return said.length === 0 ? undefined : said.join("\n");
}

function texts(content: unknown): string[] {
  if (typeof content === "string") return [content];
  return listOf(content).flatMap((block) => {
    const { type, text } = fields(block);
    return type === "text" && typeof text === "string" ? [text] : [];
  });
}
