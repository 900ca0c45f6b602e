import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { HookEvents } from "./hook-events.ts";
import { fields, JsonLines, listOf, textOf } from "./json-lines.ts";
import { type Channel, type ChannelNews, type ChannelPlace, QUIET, type Turn } from "./turn.ts";

/** Codex's rollout file tells every start and every end; our hooks tell where it is, and that it waits. */
export function codexChannel(place: ChannelPlace): Channel {
  const sessions = join(place.env["CODEX_HOME"] ?? join(place.home, ".codex"), "sessions");
  const events = new HookEvents(place.events);
  let rollout: JsonLines | undefined;
  return {
    news() {
      const heard = events.all();
      const told = textOf(
        heard.findLast(({ body }) => textOf(body["transcript_path"]))?.body["transcript_path"],
      );
      const path = told ?? rollout?.path ?? openRollout(place.pid, sessions);
      if (path === undefined) return QUIET;
      if (rollout?.path !== path) rollout = new JsonLines(path);
      const records = rollout.records();
      const turns = codexTurns(records);
      const running = turns.at(-1)?.outcome === "running";
      const asked = heard.findLast(({ name }) => name !== "SessionStart");
      const waits =
        running && asked?.name === "PermissionRequest" && asked.body["turn_id"] === turns.at(-1)?.id;
      const phase: ChannelNews["phase"] = waits ? "waiting" : running ? "busy" : "idle";
      return {
        phase,
        turns,
        sessionId: codexSession(records) ?? place.sessionId,
        sources: [`rollout: ${phase}, ${turns.length} turns`],
      };
    },
    paths: () => [place.events, ...(rollout ? [rollout.path] : [])],
  };
}

/** The rollout a process has open, where the system shows that. */
function openRollout(pid: number | undefined, sessions: string): string | undefined {
  if (pid === undefined) return undefined;
  try {
    const folder = `/proc/${pid}/fd`;
    const links = readdirSync(folder).map((fd) => link(join(folder, fd)));
    return links.find((path) => path.startsWith(sessions) && /\/rollout-[^/]*\.jsonl$/.test(path));
  } catch {
    return undefined;
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function codexSession(records: readonly unknown[]): string | undefined {
  const meta = records.find((record) => fields(record)["type"] === "session_meta");
  return textOf(fields(meta, "payload")["id"]);
}

/** Turns out of a rollout. A steering message joins the turn it steers: one start, one end. */
export function codexTurns(records: readonly unknown[]): Turn[] {
  const turns = new Map<string, Turn>();
  let current: string | undefined;
  for (const record of records) {
    const { type, timestamp } = fields(record);
    const payload = fields(record, "payload");
    const id = textOf(payload["turn_id"]);
    if (type === "event_msg" && payload["type"] === "task_started" && id !== undefined) {
      current = id;
      turns.set(id, {
        id,
        prompt: "",
        startedAt: Date.parse(textOf(timestamp) ?? "") || 0,
        outcome: "running",
        tools: 0,
      });
    }
    const turn = turns.get(id ?? current ?? "");
    if (!turn) continue;
    if (type === "response_item") turns.set(turn.id, withItem(turn, payload));
    else if (type === "event_msg" && payload["type"] === "task_complete")
      turns.set(turn.id, ended(turn, payload));
    else if (type === "event_msg" && payload["type"] === "turn_aborted")
      turns.set(turn.id, { ...turn, outcome: "interrupted" });
  }
  return [...turns.values()];
}

function withItem(turn: Turn, payload: Readonly<Record<string, unknown>>): Turn {
  const { type, role, content } = payload;
  if (type === "function_call" || type === "custom_tool_call") return { ...turn, tools: turn.tools + 1 };
  if (type !== "message" || role !== "user" || turn.prompt !== "") return turn;
  const text = listOf(content)
    .map((part) => textOf(fields(part)["text"]) ?? "")
    .join("\n");
  return /^<(?:environment_context|user_instructions|turn_aborted|skills_instructions)>/.test(text)
    ? turn
    : { ...turn, prompt: text };
}

function ended(turn: Turn, payload: Readonly<Record<string, unknown>>): Turn {
  const error = payload["error"];
  if (error !== undefined && error !== null)
    return { ...turn, outcome: "failed", error: textOf(fields(error)["message"]) ?? textOf(error) ?? "" };
  return { ...turn, outcome: "completed", text: textOf(payload["last_agent_message"]) ?? "" };
}
