import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fields, JsonLines, listOf, textOf } from "./json-lines.ts";
import { type Channel, type ChannelPlace, QUIET, type Turn } from "./turn.ts";

/** Gemini's chat file has no end marks: it gives turns and words, the title gives the phase. */
export function geminiChannel(place: ChannelPlace): Channel {
  const chats = join(place.home, ".gemini", "tmp");
  let file: JsonLines | undefined;
  return {
    news() {
      file ??= find(chats, place.sessionId);
      if (!file) return QUIET;
      const turns = geminiTurns(file.records());
      return {
        phase: undefined,
        turns,
        sessionId: place.sessionId,
        sources: [`chat file: ${turns.length} turns`],
      };
    },
    paths: () => (file ? [file.path] : [chats]),
  };
}

/** The newest chat file of this session: a resumed one starts a new file under the same id. */
function find(chats: string, sessionId: string | undefined): JsonLines | undefined {
  const suffix = `-${sessionId?.slice(0, 8)}.jsonl`;
  const paths = folders(chats).flatMap((project) => {
    const folder = join(chats, project, "chats");
    return folders(folder)
      .filter((name) => name.endsWith(suffix))
      .map((name) => join(folder, name));
  });
  const ours = paths
    .map((path) => new JsonLines(path))
    .filter((lines) => fields(lines.records()[0])["sessionId"] === sessionId);
  return ours.toSorted((a, b) => a.path.localeCompare(b.path)).at(-1);
}

function folders(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** A message is written again under the same id when its tool calls are done; the last writing counts. */
export function geminiTurns(records: readonly unknown[]): Turn[] {
  const turns: Turn[] = [];
  const change = (part: Partial<Turn>) => {
    const last = turns.at(-1);
    if (last) turns[turns.length - 1] = { ...last, ...part };
  };
  const counted = new Set<string>();
  for (const record of records) {
    const { type, id, content, timestamp, toolCalls } = fields(record);
    const key = textOf(id) ?? "";
    if (type === "user") {
      const text = listOf(content).map((part) => textOf(fields(part)["text"]));
      if (text.some((part) => part !== undefined))
        turns.push({
          id: key,
          prompt: text.join("\n"),
          startedAt: Date.parse(textOf(timestamp) ?? "") || 0,
          outcome: "running",
          tools: 0,
        });
    } else if (type === "gemini") {
      const calls = listOf(toolCalls).length;
      if (calls > 0 && !counted.has(key)) change({ tools: (turns.at(-1)?.tools ?? 0) + calls });
      if (calls > 0) counted.add(key);
      // Words before a tool call are no answer; whether more follows, only the title knows.
      change({ text: calls > 0 ? undefined : textOf(content) });
    } else if (type === "info" && textOf(content)?.startsWith("Request cancelled"))
      change({ outcome: "interrupted", text: undefined });
    else if (type === "error") change({ outcome: "failed", error: textOf(content), text: undefined });
  }
  return turns;
}
