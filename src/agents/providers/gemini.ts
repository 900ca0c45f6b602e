import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileRules } from "../channel/files.ts";
import { type HookEvent, hookTable } from "../channel/hook-events.ts";
import { fields, JsonLines, listOf, textOf } from "../channel/json-lines.ts";
import { TurnLog } from "../channel/turn-log.ts";
import type { ChannelNews, ChannelPlace, Turn } from "../channel/turn.ts";
import { modelOption } from "../launch-options.ts";
import type { Launch, Provider } from "../provider.ts";
import type { ScreenRules } from "../screen/rules.ts";

const screen: ScreenRules = {
  farewells: [/Agent powering down\. Goodbye!/],
  glyph: /^\s*(?:[>!*]|\(r:\))(?:\s|$)/,
  // Sent messages have the same frame; below the composer stand folder, sandbox and model.
  footed: /^\s?(?:~|\/)\S*(?:\s{2,}|$)|\bno sandbox\b|\s\/model$/,
  otherModes: { mark: /[!(]/, hint: /^(?!)/ },
  // The rendering for screen readers has no frame: its composer is the last row.
  bare: [{ glyph: /^>\s/, below: 0 }],
  placeholders: [/^Type your message/],
  // Notes of the program itself are no messages.
  block: /^[✦✕]|^▀{8}|^╰/,
  // A reply's rows are two columns in; the status line is one, and its tips stand at the right.
  transcript: /^(?:[✦ℹ✕⚠]| {2,}(?!.*(?:\? for shortcuts$|\(esc to cancel))\S|\s*[▀▄╰╭│])/,
  busy: [{ where: "above", pattern: /^\s?\S .*\(esc to cancel(?:, [^)]*)?\)/, reason: "responding" }],
  failure: { block: /^✕ / },
  cancelled: /^ℹ Request cancelled/,
  failures: [["usage_limit", /quota|limit|429/i]],
  dialogs: [
    ["folder_trust", /trust (?:the files in )?this folder|Trust folder/i],
    ["auth", /How would you like to authenticate|Enter Gemini API Key|Sign in with Google/i],
    ["plan", /Ready to start implementation\?|accept edits[\s\S]*Approves plan/i],
    ["panel", /\(Use Enter to select\b|\bEsc to (?:close|exit)\b|^Chat Sessions \(/im],
    ["question", /Answer Questions|Enter a custom value|Enter to select/i],
    [
      "permission",
      /Allow execution|Apply this change\?|Allow once|No, suggest changes|Do you want to proceed\?/i,
    ],
    ["startup_choice", /theme|Terms of Service|Update|IDE|editor/i],
  ],
  boxed: true,
  open: { most: 4, never: /^>\s/ },
  form: /Press Enter to submit|Esc to (?:cancel|close|exit)/i,
};

const EVENTS = ["SessionStart", "BeforeAgent", "AfterAgent", "Notification"];
const DEFAULTS = "GEMINI_CLI_SYSTEM_DEFAULTS_PATH";

/**
 * It takes hooks from settings files alone, and the only one that is not the person's or the project's is the system's.
 * That one it skips, with a warning on the screen, unless the file and every folder above belong to root and nobody else
 * may write there. So there are hooks when termgate runs as root, as in containers; everybody else has the chat file.
 */
function hooksFor({ folder, events, environment }: Launch): Record<string, string> {
  if (!belongsToRoot(folder)) return {};
  const path = join(folder, "gemini-defaults.json");
  const settings = withHooks(environment[DEFAULTS] ?? "/etc/gemini-cli/system-defaults.json", events);
  writeFileSync(path, JSON.stringify(settings), { mode: 0o600 });
  return { [DEFAULTS]: path };
}

/** The system's own defaults, with our hooks behind theirs. */
export function withHooks(system: string, events: string): object {
  const theirs = settingsIn(system);
  const own = { folder: events, timeout: 10_000, shown: "termgate" };
  const hooks = hookTable(EVENTS, { ...own, theirs: fields(theirs["hooks"]) });
  return { ...theirs, hooks };
}

function belongsToRoot(path: string): boolean {
  const { uid, mode } = statSync(path, { throwIfNoEntry: false }) ?? { uid: -1, mode: 0 };
  if (uid !== 0 || (mode & 0o022) !== 0) return false;
  return dirname(path) === path || belongsToRoot(dirname(path));
}

function settingsIn(path: string): Readonly<Record<string, unknown>> {
  try {
    return fields(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}

/** Its chat file has no end marks: it gives turns and words. Where there are hooks they tell the end, else the title does. */
const files: FileRules = {
  transcript: newestChat,
  watch: ({ home }) => [join(home, ".gemini", "tmp")],
  turns: ({ records, events }) => geminiTurns(records).map((turn) => endedByHook(turn, events)),
  read({ turns, events, place }) {
    return {
      phase: phaseOf(turns.at(-1), events.at(-1)),
      turns,
      sessionId: place.sessionId,
      sources: [`chat file: ${turns.length} turns`, `hooks: ${events.at(-1)?.name ?? "none"}`],
    };
  },
};

const PHASES: Readonly<Record<string, ChannelNews["phase"]>> = {
  SessionStart: "idle",
  BeforeAgent: "busy",
  AfterAgent: "idle",
};

/** Behind a dialog, or a tool that was cancelled, no hook tells the end: then the title and the chat file have the word. */
function phaseOf(turn: Turn | undefined, heard: HookEvent | undefined): ChannelNews["phase"] {
  const phase = PHASES[heard?.name ?? ""];
  return phase === "busy" && turn?.outcome !== "running" ? undefined : phase;
}

/** A cancelled or failed turn has its hook too, without words: those the chat file tells. */
function endedByHook(turn: Turn, events: readonly HookEvent[]): Turn {
  if (turn.outcome !== "running" || turn.text === undefined) return turn;
  const end = events.some(({ name, at }) => name === "AfterAgent" && at >= turn.startedAt);
  return end ? { ...turn, outcome: "completed" } : turn;
}

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
  takes: {
    model: modelOption("--model"),
    permission_mode: {
      values: ["default", "auto_edit", "plan"],
      words: (mode) => ["--approval-mode", mode],
    },
  },
  variables: /^(?:GEMINI_|GOOGLE_)/,
  choosesSession: true,
  line: {
    start: (id) => ["--session-id", id],
    resume: (id) => ["--resume", id],
    always: () => [],
  },
  environment: hooksFor,
  screen,
  titles: [
    ["blocked", /^✋/],
    ["busy", /^✦/],
    ["idle", /^◇/],
  ],
  files,
  advances: [{ kind: "folder_trust", label: /^Trust folder\b/ }],
  mistakes: [[/^\s*\/[\w:-]+(?:\s|$)/, "a command of its own"]],
  // Behind a file's name Enter would take the first completion.
  shields: [[/@\S*$/, "$& "]],
  keys: { interrupt: ["Escape"], clear: ["C-e", "C-u", "BSpace", "C-k", "DC"], quit: ["C-c", "C-c"] },
  startsStillMs: 2_000,
  enterAfterMs: 500,
} satisfies Provider;
