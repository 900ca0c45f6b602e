import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { FileRules } from "../channel/files.ts";
import { hookCommand } from "../channel/hook-events.ts";
import { fields, listOf, textOf } from "../channel/json-lines.ts";
import { openFile } from "../channel/open-file.ts";
import { moment, TurnLog } from "../channel/turn-log.ts";
import type { ChannelNews, Turn } from "../channel/turn.ts";
import { effortOption, modelOption } from "../launch-options.ts";
import type { Provider } from "../provider.ts";
import type { ScreenRules } from "../screen/rules.ts";

const GLYPH = /^[›▌!](?:\s|$)/;
/** Model and folder, the room that is left, keys for the composer, or notes at the right; never the keys of a dialog. */
const FOOTER =
  / · (?:~|\/)|\bcontext left\b|\? for shortcuts|^ {2}gpt-[\w.]+(?: |$)|\benter to send\b|^\s{20,}.*\b(?:warnings?|mode)\b/i;
/** The status line: whatever it says, it ends in a running clock and the interrupt key; the clock is dim. */
const CLOCK = "\\((?:\\d+h )?(?:\\d+m )?\\d+s • esc to interrupt\\)(?: · .*)?$";

const screen: ScreenRules = {
  farewells: [/^To continue this session, run/, /^Token usage: total=/],
  glyph: GLYPH,
  framed: false,
  bare: [{ glyph: GLYPH, below: Infinity, footer: FOOTER, grows: true }],
  otherModes: { mark: /!/, hint: /^Shell mode$/ },
  placeholders: [/^Ask Codex to do anything/],
  // Long errors wrap to the first column, so not every row there begins something.
  block: /^[■•◦✗✔⚠›] |^\s*(?:─ )?Worked for <?\d/,
  busy: [
    {
      where: "block",
      pattern: new RegExp(`^[•◦] .*Reconnecting.*${CLOCK}`),
      dim: /\((?!.*\()/,
      reason: "retrying",
    },
    {
      where: "block",
      pattern: new RegExp(`^[•◦] .*${CLOCK}`),
      dim: /\((?!.*\()/,
      reason: "responding",
    },
    { where: "hint", pattern: /^(?:Working|Thinking)$/i, reason: "responding" },
  ],
  finished: /^\s*(?:─ )?Worked for <?\d/,
  failure: { block: /^■ (?!Conversation interrupted)/ },
  failures: [
    ["usage_limit", /usage limit|hit your/i],
    ["auth_required", /sign in|401|unauthorized/i],
  ],
  // While text streams nothing is drawn that says so; but this renderer closes every turn.
  closesTurns: { hint: /^← for agents$/, reply: /^[•◦] /, end: /^■ |^\s*(?:─ )?Worked for <?\d/ },
  dialogs: [
    ["folder_trust", /Trust this folder\?|trust the contents of this directory|Folder access/i],
    ["auth", /Sign in with ChatGPT|Provide your own API key|device code/i],
    [
      "startup_choice",
      /Hooks need review|Try new model|Use existing model|Update available|Update now|Skip until next version/i,
    ],
    ["plan", /Implement this plan\?/i],
    ["question", /Question \d+\/\d+|enter to submit (?:answer|all)/i],
    [
      "permission",
      /Would you like to |Do you want to |tell Codex what to do differently|Allow Codex|don't ask again/i,
    ],
  ],
  // An open list is followed by its keys; a draft that looks like a list is followed by the footer.
  open: { most: 3, needs: /\benter\b(?!.*\? for shortcuts)/i, never: /^\S|\benter to send\b/ },
  pages: [["startup_choice", /^\s*press enter to continue\b/i]],
};

const EVENTS = ["SessionStart", "UserPromptSubmit", "PermissionRequest", "Stop", "Interrupt"];

/** The rollout file tells every start and every end; our hooks tell where it is, and that it waits. */
const files: FileRules = {
  // Made at the first prompt, and held open; when nobody holds it any more, the conversation's id is in its name.
  transcript({ env, home, pid, sessionId }) {
    const sessions = join(env["CODEX_HOME"] ?? join(home, ".codex"), "sessions");
    const open = openFile(pid, (path) => path.startsWith(sessions) && /\/rollout-[^/]*\.jsonl$/.test(path));
    return open ?? (sessionId === undefined ? undefined : rolloutOf(sessions, sessionId));
  },
  turns: ({ records }) => codexTurns(records),
  read({ turns, records, events, place }) {
    const last = turns.at(-1);
    const asked = events.findLast(({ name }) => name !== "SessionStart");
    const waits = asked?.name === "PermissionRequest" && asked.body["turn_id"] === last?.id;
    const runs = last?.outcome === "running" || isProposing(last, records.at(-1));
    const phase: ChannelNews["phase"] = runs ? (waits ? "waiting" : "busy") : "idle";
    const meta = records.find((record) => fields(record)["type"] === "session_meta");
    return {
      phase,
      turns,
      sessionId: textOf(fields(meta, "payload")["id"]) ?? place.sessionId,
      sources: [`rollout: ${phase}, ${turns.length} turns`],
    };
  },
};

function rolloutOf(sessions: string, sessionId: string): string | undefined {
  try {
    const names = readdirSync(sessions, { recursive: true, encoding: "utf8" });
    const name = names.find((one) => one.endsWith(`-${sessionId}.jsonl`));
    return name === undefined ? undefined : join(sessions, name);
  } catch {
    return undefined;
  }
}

/** The choice about a plan is drawn after the turn has ended, and no file tells of it: it gets the time to come up. */
const PLAN_MS = 1_500;

function isProposing(turn: Turn | undefined, end: unknown): boolean {
  if (turn?.outcome !== "completed" || !turn.text?.includes("<proposed_plan>")) return false;
  return Date.now() - moment(fields(end)["timestamp"]) < PLAN_MS;
}

/** Turns out of a rollout. A steering message joins the turn it steers: one start, one end. */
export function codexTurns(records: readonly unknown[]): Turn[] {
  const log = new TurnLog();
  for (const record of records) {
    const { type, timestamp } = fields(record);
    const payload = fields(record, "payload");
    const id = textOf(payload["turn_id"]);
    if (type === "response_item") readItem(log, payload);
    else if (type !== "event_msg") continue;
    else if (payload["type"] === "task_started" && id !== undefined) log.open(id, "", timestamp);
    else if (payload["type"] === "task_complete") log.change(ended(payload, log.turn(id)), id);
    else if (payload["type"] === "turn_aborted") log.change({ outcome: "interrupted", text: undefined }, id);
  }
  return log.all();
}

function readItem(log: TurnLog, { type, role, content, turn_id }: Readonly<Record<string, unknown>>): void {
  const id = textOf(turn_id);
  if (type === "function_call" || type === "custom_tool_call") log.used(1, id);
  if (type !== "message") return;
  const text = listOf(content)
    .map((part) => textOf(fields(part)["text"]) ?? "")
    .join("\n");
  if (role === "assistant") log.change({ text }, id);
  if (role !== "user" || log.turn(id)?.prompt !== "") return;
  if (!/^<(?:environment_context|user_instructions|turn_aborted|skills_instructions)>/.test(text))
    log.change({ prompt: text }, id);
}

/** A turn that proposed a plan ends without a last message; the plan is its answer. */
function ended(
  { error, last_agent_message }: Readonly<Record<string, unknown>>,
  turn: Turn | undefined,
): Partial<Turn> {
  if (error !== undefined && error !== null)
    return {
      outcome: "failed",
      error: textOf(fields(error)["message"]) ?? textOf(error) ?? "",
      text: undefined,
    };
  const said = textOf(last_agent_message);
  return { outcome: "completed", text: said ? said : (turn?.text ?? "") };
}

export default {
  name: "codex",
  title: "Codex",
  binary: "codex",
  install: "npm install -g @openai/codex",
  preference: 2,
  profiles: ["botctl"],
  tested: ["0.169.0"],
  health: { codex: "ok_codex", node: "ok_node_codex_managed" },
  takes: {
    model: modelOption("-m"),
    effort: effortOption((value) => ["-c", `model_reasoning_effort=${value}`]),
  },
  variables: /^(?:CODEX_|OPENAI_|AZURE_OPENAI_)/,
  // It names a conversation itself, at its first prompt.
  choosesSession: false,
  line: {
    start: () => [],
    resume: (id) => ["resume", id],
    always: ({ events }) => [
      // Its daemon would outlive the pane, hold the files and take the environment of whoever started it first.
      "--no-daemon",
      // The hooks are ours, given on this command line; without this the person would be asked to review them.
      "--dangerously-bypass-hook-trust",
      ...EVENTS.flatMap((event) => [
        "-c",
        `hooks.${event}=[{hooks=[{type="command",command=${JSON.stringify(hookCommand(events))},timeout=10}]}]`,
      ]),
    ],
  },
  screen,
  titles: [
    ["blocked", /^\[ [!.] \] Action Required/],
    ["busy", /^[\u2800-\u28ff] /],
    ["idle", /^/],
  ],
  files,
  advances: [
    { kind: "folder_trust", label: /^(?:Trust and continue|Yes, continue)$/ },
    { kind: "startup_choice", label: /^Skip$/, title: /update/i },
  ],
  // A shell command, a command of its own; and behind a file's name Enter would take the first completion.
  shields: [
    [/^(?=[!/])/, " "],
    [/@\S*$/, "$& "],
  ],
  // One Ctrl-C ends it when idle; Ctrl-U takes out a line, and none of its companions ends or sends anything.
  keys: { interrupt: ["Escape"], clear: ["C-e", "C-u", "BSpace", "C-k", "DC"], quit: ["C-c"] },
  startsStillMs: 1_200,
  enterAfterMs: 20,
} satisfies Provider;
