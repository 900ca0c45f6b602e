import { join } from "node:path";
import type { FileRules } from "../channel/files.ts";
import { type HookEvent, hookTable } from "../channel/hook-events.ts";
import { fields, listOf, textOf } from "../channel/json-lines.ts";
import { processStatus } from "../channel/process-status.ts";
import { TurnLog } from "../channel/turn-log.ts";
import type { ChannelNews, ChannelPlace, Turn } from "../channel/turn.ts";
import { effortOption, jsonArgument, modelOption } from "../launch-options.ts";
import type { Provider } from "../provider.ts";
import { digitRow } from "../screen/dialog.ts";
import type { ScreenRules } from "../screen/rules.ts";

const SPINNER = "^[·✢✳✶✻✽✺*∗] ";
/** "Cooked for 4s": a turn that is over keeps the spinner's glyph and tells its length. */
const FINISHED = /^\S \p{L}+ for (?:<?\d+(?:\.\d+)?[hms] ?)+/u;

const screen: ScreenRules = {
  farewells: [/^Resume this session with:/, /^claude --resume /],
  glyph: /^[❯>!#](?:\s|$)/,
  otherModes: { mark: /[!#]/, hint: /^! for (?:shell|bash) mode$/ },
  bare: [
    // The rendering for screen readers, and renderers that draw no rules.
    { glyph: /^\$(?:\s|$)/, below: 0, footer: /^\s*(?:[a-z ]+ mode on\b|esc to interrupt)|\? for shortcuts/ },
    { glyph: /^❯(?:\s|$)/, below: 3, footer: /\? for shortcuts|mode on\b|esc to interrupt/ },
  ],
  placeholders: [/^Try "/, /^Press up to edit queued messages/, /^(?:Once fixed, r|R)esend your message/],
  // Older releases hang an error below the prompt instead of giving it a bullet.
  block: /^[^\s│╭╰▎]|^ {2}⎿ +(?:API Error\b|You've hit your\b|\d+-hour limit reached)/,
  busy: [
    {
      where: "block",
      pattern: new RegExp(`${SPINNER}.*(?:shells?|monitors?|agents?|tasks?) still running`),
      reason: "background_work",
    },
    { where: "block", pattern: new RegExp(`${SPINNER}.*[Rr]etrying`), not: FINISHED, reason: "retrying" },
    {
      where: "block",
      pattern: new RegExp(`${SPINNER}(?:Waiting for |.*(?:…|\\.\\.\\.|esc to interrupt))`),
      not: FINISHED,
      apart: true,
      reason: "responding",
    },
    { where: "block", pattern: /^ {2}⎿ +API Error .*· Retrying in \d/, reason: "retrying" },
    { where: "hint", pattern: /^esc to int(?:errupt$|.*…$)/, reason: "responding" },
  ],
  finished: FINISHED,
  // Newer releases tell the time of day behind every turn that went well.
  finishedWell: new RegExp(`${FINISHED.source}.* · done `, "u"),
  failure: {
    block:
      /^(?:[●⏺]| {2}⎿) +(?=(?:Please run \/login · )?API Error\b|Invalid API key|Credit balance is too low|Claude(?: AI)? usage limit reached|You've hit your|\d+-hour limit reached)/,
    coloured: true,
  },
  failures: [
    ["auth_required", /\/login|401|403/],
    ["usage_limit", /limit reached|hit your|Credit balance/],
  ],
  waits: [["auth_required", /^Not logged in$/]],
  asks: ({ screen: seen, top }) => digitRow(seen, top, /\b0: Dismiss$/),
  dialogs: [
    ["folder_trust", /Accessing workspace|trust this folder|Quick safety check/i],
    ["usage_limit", /limit to reset|usage limit reached|hit your (?:\w+ )?limit/i],
    ["auth", /Select login method|Paste code here|Log ?in with|Invalid API key/i],
    [
      "startup_choice",
      /custom API key|Bypass Permissions mode|text style|MCP servers? found|Import external CLAUDE\.md|syntax theme|\/theme/i,
    ],
    [
      "plan",
      /Ready to code\?|Exit plan mode\?|has written up a plan|Would you like to proceed\?[\s\S]*(auto|manually approve|keep planning)/i,
    ],
    ["survey", /How is Claude doing|recommend Claude Code/i],
    ["diff", /Keep changes[\s\S]*Discard changes|Review changes/i],
    [
      "permission",
      /Do you want to |wants to |Tab to amend|tell Claude what to do differently|Permission Required|don't ask again|^Deny\b|^Allow\b/im,
    ],
    [
      "panel",
      /^(?:Settings|Help|Memory|Permissions|Select model|Resume session|Export conversation)(?: {2}|$)/m,
    ],
    ["question", /Enter to select|Type something|Chat about this|Submit answers/i],
  ],
  open: { most: 6, never: /^[●⏺] |^❯ |^\$(?:\s|$)/ },
  panel: { edge: /^(?:▔{8}.*| \S.* )▔$/, kinds: ["plan", "auth", "permission"] },
  spoken: /^Select with numbers\b/,
  pages: [
    ["panel", /^\s+(?!.*\bEnter to\b).*\bEsc to (?:cancel|close|exit|clear)$/],
    ["auth", /Paste code here/i],
    ["startup_choice", /Press Enter to (?:continue|retry)/i],
  ],
};

const EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PermissionRequest",
  "Notification",
  "Stop",
  "StopFailure",
  "SessionEnd",
];

const PHASES: Readonly<Record<string, ChannelNews["phase"]>> = {
  SessionStart: "idle",
  UserPromptSubmit: "busy",
  PermissionRequest: "waiting",
  Stop: "idle",
  StopFailure: "idle",
};

const STATUS = { busy: "busy", idle: "idle", waiting: "waiting", shell: "busy" } as const;

const configFolder = ({ home, env }: ChannelPlace) => env["CLAUDE_CONFIG_DIR"] ?? join(home, ".claude");

const statusOf = (place: ChannelPlace) => processStatus(join(configFolder(place), "sessions"), place, STATUS);

/** Its status file, our hooks and its transcript, in that order of trust for what it does now. */
const files: FileRules = {
  // `/clear` and `/resume` take it elsewhere. The end of a conversation may be told after the next one's start.
  session({ events, place }) {
    const heard = events.findLast(({ name, body }) => name !== "SessionEnd" && textOf(body["session_id"]));
    return statusOf(place)?.sessionId ?? textOf(heard?.body["session_id"]);
  },
  // Under the folder's name, with everything but letters and digits turned into dashes.
  transcript: (place) =>
    join(
      configFolder(place),
      "projects",
      place.cwd.replaceAll(/[^A-Za-z0-9]/g, "-"),
      `${place.sessionId}.jsonl`,
    ),
  watch: (place) => [join(configFolder(place), "sessions")],
  turns: ({ records, events }) => claudeTurns(records, events),
  read({ turns, events, place }) {
    const status = statusOf(place);
    const heard = events.findLast(({ name }) => PHASES[name] !== undefined);
    const phase = status?.phase ?? (heard && PHASES[heard.name]);
    return {
      phase,
      waitingFor: status?.waitingFor,
      turns: phase === "idle" ? turns.map((turn) => settled(turn, status?.since, events)) : turns,
      sessionId: place.sessionId,
      sources: [
        status?.phase ? `session file: ${status.phase}` : `hooks: ${phase ?? "silent"}`,
        `transcript: ${turns.length} turns`,
      ],
    };
  },
};

/** Long enough for the transcript to catch up with the status. */
const LAG_MS = 4_000;
/** A person's stop is written down a moment after the status and the words it cut short. */
const STOP_LAG_MS = 500;

/**
 * Idle since after the turn began: with its last words it is complete, unless a stop still comes behind them. Without any,
 * the transcript may lag, and then our Stop hook has the words; or it was interrupted before the first one, which no hook
 * and no record ever tells.
 */
function settled(turn: Turn, since: number | undefined, events: readonly HookEvent[]): Turn {
  if (turn.outcome !== "running" || since === undefined || since <= turn.startedAt) return turn;
  const idle = Date.now() - since;
  if (turn.text !== undefined) return idle < STOP_LAG_MS ? turn : { ...turn, outcome: "completed" };
  if (idle < LAG_MS) return { ...turn, hushed: true };
  const stop = events.findLast(({ name, body }) => name === "Stop" && body["prompt_id"] === turn.id);
  const text = stop && textOf(stop.body["last_assistant_message"]);
  return text === undefined ? { ...turn, outcome: "interrupted" } : { ...turn, outcome: "completed", text };
}

/** Turns out of a transcript: side chains left out, blocks of one message joined, ends told apart. */
export function claudeTurns(records: readonly unknown[], events: readonly HookEvent[] = []): Turn[] {
  const log = new TurnLog();
  let message:
    | { readonly id: unknown; readonly text: readonly string[]; readonly final: boolean }
    | undefined;
  for (const record of records) {
    const { type, subtype, isSidechain, isMeta, timestamp, promptId, uuid, isApiErrorMessage } =
      fields(record);
    if (isSidechain === true) continue;
    const { content, id, stop_reason } = fields(record, "message");
    if (type === "user" && isMeta !== true) {
      const text = spoken(content);
      if (text?.startsWith("[Request interrupted by user"))
        log.change({ outcome: "interrupted", text: undefined });
      else if (text !== undefined) {
        message = undefined;
        log.open(textOf(promptId) ?? textOf(uuid) ?? String(log.all().length), text, timestamp);
      }
    } else if (type === "assistant" && isApiErrorMessage === true) {
      log.change({ outcome: "failed", error: texts(content).join("\n\n") });
    } else if (type === "assistant") {
      const before: readonly string[] = message?.id === id ? (message?.text ?? []) : [];
      const final = typeof stop_reason === "string" && stop_reason !== "tool_use";
      message = { id, text: [...before, ...texts(content)], final };
      log.used(listOf(content).filter((block) => fields(block)["type"] === "tool_use").length);
      log.change({ text: final ? message.text.join("\n\n") : undefined });
    } else if (type === "system" && subtype === "turn_duration" && message?.final)
      log.change({ outcome: "completed" });
  }
  return log.all().map((turn) => endedByHook(turn, events));
}

/** A Stop hook names the prompt it ends, and comes before the transcript's own end line. */
function endedByHook(turn: Turn, events: readonly HookEvent[]): Turn {
  if (turn.outcome !== "running") return turn;
  const ours = events.findLast(
    ({ name, body }) => (name === "Stop" || name === "StopFailure") && body["prompt_id"] === turn.id,
  );
  if (!ours) return turn;
  if (ours.name === "StopFailure")
    return { ...turn, outcome: "failed", error: textOf(ours.body["last_assistant_message"]) };
  return turn.text === undefined ? turn : { ...turn, outcome: "completed" };
}

/** What a person said; undefined for tool results and what the program says in a person's name. */
function spoken(content: unknown): string | undefined {
  if (typeof content === "string")
    return /^<(?:command-|local-command|bash-)/.test(content) ? undefined : content;
  if (listOf(content).some((block) => fields(block)["type"] === "tool_result")) return undefined;
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

export default {
  name: "claude",
  title: "Claude Code",
  binary: "claude",
  install: "npm install -g @anthropic-ai/claude-code",
  preference: 1,
  profiles: ["botctl"],
  tested: ["2.1.197", "2.1.326"],
  takes: {
    model: modelOption("--model"),
    effort: effortOption((value) => ["--effort", value]),
    agent: {
      doc: "Named agent profile of the program; leave unset unless asked.",
      words: (name) => ["--agent", name],
    },
    permission_mode: {
      values: ["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "manual", "plan"],
      words: (mode) => ["--permission-mode", mode],
    },
    settings: {
      doc: "Settings for this session: a JSON object or the path of a file.",
      check: (value) => void jsonArgument("settings", value),
      // Given below, together with our hooks.
      words: () => [],
    },
  },
  variables: /^(?:ANTHROPIC_|CLAUDE_|ENABLE_TOOL_SEARCH$|DISABLE_|IS_SANDBOX$)/,
  choosesSession: true,
  line: {
    start: (id) => ["--session-id", id],
    resume: (id) => ["--resume", id],
    // Our hooks beside the caller's, in this invocation alone: no file of the person's is touched.
    always({ options, events }) {
      const given = jsonArgument("settings", options["settings"]);
      const hooks = hookTable(EVENTS, { folder: events, timeout: 10, theirs: fields(given["hooks"]) });
      return ["--settings", JSON.stringify({ ...given, hooks })];
    },
  },
  screen,
  // Its mark for a person's turn is the same as for idle, so the title can only ever say busy.
  titles: [["busy", /^[◐◑◒◓\u2800-\u28ff] /]],
  files,
  advances: [{ kind: "folder_trust", label: /^Yes, I trust this folder$/ }],
  mistakes: [
    [/^!/, "a shell command"],
    [/^\s*\/[\w:-]+(?:\s|$)/, "a command of its own"],
  ],
  keys: { interrupt: ["Escape"], clear: ["C-e", "C-u", "BSpace", "C-k", "DC"], quit: ["C-c", "C-c"] },
  startsStillMs: 500,
  enterAfterMs: 0,
} satisfies Provider;
