import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { FileRules } from "../channel/files.ts";
import { fields, JsonLines, listOf, textOf } from "../channel/json-lines.ts";
import { TurnLog } from "../channel/turn-log.ts";
import type { ChannelPlace, Turn } from "../channel/turn.ts";
import { modelOption } from "../launch-options.ts";
import type { Provider } from "../provider.ts";
import type { ScreenRules } from "../screen/rules.ts";

const screen: ScreenRules = {
  farewells: [/Agent powering down\. Goodbye!/],
  glyph: /^\s*(?:[>!*]|\(r:\))(?:\s|$)/,
  // The rendering for screen readers has no frame: its composer is the last row.
  bare: [{ glyph: /^>\s/, below: 0 }],
  placeholders: [/^Type your message/],
  // Notes of the program itself are no messages.
  block: /^[✦✕]|^▀{8}|^╰/,
  // A reply's rows are two columns in; the status line is one, and its tips stand at the right.
  transcript: /^(?:[✦ℹ✕⚠]| {2,}(?!.*(?:\? for shortcuts$|\(esc to cancel))\S|\s*[▀▄╰╭│])/,
  busy: [{ where: "above", pattern: /^\s?\S .*\(esc to cancel(?:, [^)]*)?\)/, reason: "responding" }],
  failure: { block: /^✕ / },
  failures: [["usage_limit", /quota|limit|429/i]],
  dialogs: [
    ["folder_trust", /trust (?:the files in )?this folder|Trust folder/i],
    ["auth", /How would you like to authenticate|Enter Gemini API Key|Sign in with Google/i],
    ["plan", /Ready to start implementation\?|accept edits[\s\S]*Approves plan/i],
    ["question", /Answer Questions|Enter a custom value|Enter to select/i],
    [
      "permission",
      /Allow execution|Apply this change\?|Allow once|No, suggest changes|Do you want to proceed\?/i,
    ],
    ["startup_choice", /theme|Terms of Service|Update|IDE|editor/i],
  ],
  boxed: true,
  open: { most: 4, never: /^>\s/ },
  spoken: true,
  form: /Press Enter to submit|Esc to cancel/i,
};

/** Its chat file has no end marks: it gives turns and words, the title gives the phase. */
const files: FileRules = {
  transcript: newestChat,
  watch: ({ home }) => [join(home, ".gemini", "tmp")],
  read({ records, place }) {
    const turns = geminiTurns(records);
    return {
      phase: undefined,
      turns,
      sessionId: place.sessionId,
      sources: [`chat file: ${turns.length} turns`],
    };
  },
};

/** The newest chat file of this session: a resumed one starts a new file under the same id. */
function newestChat({ home, sessionId }: ChannelPlace): string | undefined {
  const chats = join(home, ".gemini", "tmp");
  const suffix = `-${sessionId?.slice(0, 8)}.jsonl`;
  const paths = names(chats).flatMap((project) => {
    const folder = join(chats, project, "chats");
    return names(folder)
      .filter((name) => name.endsWith(suffix))
      .map((name) => join(folder, name));
  });
  return paths
    .filter((path) => fields(new JsonLines(path).records()[0])["sessionId"] === sessionId)
    .toSorted((a, b) => a.localeCompare(b))
    .at(-1);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A message is written again under the same id when its tool calls are done; the last writing counts. */
export function geminiTurns(records: readonly unknown[]): Turn[] {
  const log = new TurnLog();
  const counted = new Set<string>();
  for (const record of records) {
    const { type, id, content, timestamp, toolCalls } = fields(record);
    const key = textOf(id) ?? "";
    if (type === "user") {
      const text = listOf(content).map((part) => textOf(fields(part)["text"]));
      if (text.some((part) => part !== undefined)) log.open(key, text.join("\n"), timestamp);
    } else if (type === "gemini") {
      const calls = listOf(toolCalls).length;
      if (!counted.has(key)) log.used(calls);
      if (calls > 0) counted.add(key);
      // Words before a tool call are no answer; whether more follows, only the title knows.
      log.change({ text: calls > 0 ? undefined : textOf(content) });
    } else if (type === "info" && textOf(content)?.startsWith("Request cancelled"))
      log.change({ outcome: "interrupted", text: undefined });
    else if (type === "error") log.change({ outcome: "failed", error: textOf(content), text: undefined });
  }
  return log.all();
}

export default {
  name: "gemini",
  title: "Gemini CLI",
  binary: "gemini",
  install: "npm install -g @google/gemini-cli",
  preference: 4,
  tested: ["0.61.0"],
  takes: { model: modelOption("--model") },
  variables: /^(?:GEMINI_|GOOGLE_)/,
  choosesSession: true,
  line: {
    start: (id) => ["--session-id", id],
    resume: (id) => ["--resume", id],
    always: () => [],
  },
  screen,
  titles: [
    ["blocked", /^✋/],
    ["busy", /^✦/],
    ["idle", /^◇/],
  ],
  files,
  advances: [{ kind: "folder_trust", label: /^Trust folder\b/ }],
  keys: { interrupt: ["Escape"], clear: ["C-u"], quit: ["C-c", "C-c"] },
  startsStillMs: 2_000,
  enterAfterMs: 500,
} satisfies Provider;
