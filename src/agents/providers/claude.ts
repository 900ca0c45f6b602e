import { readFileSync } from "node:fs";
import { ToolError } from "../../errors.ts";
import { claudeChannel } from "../channel/claude.ts";
import { hookCommand } from "../channel/hook-events.ts";
import { fields, listOf } from "../channel/json-lines.ts";
import type { Provider } from "../provider.ts";
import { readClaude } from "../screen/claude.ts";

const EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PermissionRequest",
  "Notification",
  "Stop",
  "StopFailure",
  "SessionEnd",
];

export const claude: Provider = {
  name: "claude",
  title: "Claude Code",
  binary: "claude",
  commands: ["claude", "node"],
  tested: ["2.1.197", "2.1.326"],
  takes: ["model", "effort", "agent", "permissionMode", "settings"],
  variables: /^(?:ANTHROPIC_|CLAUDE_|ENABLE_TOOL_SEARCH$|DISABLE_|IS_SANDBOX$)/,
  choosesSession: true,

  arguments: ({ model, effort, agent, permissionMode, settings, sessionId, resumes, events }) => [
    ...(resumes ? ["--resume", sessionId ?? ""] : ["--session-id", sessionId ?? ""]),
    ...(model ? ["--model", model] : []),
    ...(effort ? ["--effort", effort] : []),
    ...(agent ? ["--agent", agent] : []),
    ...(permissionMode ? ["--permission-mode", permissionMode] : []),
    "--settings",
    JSON.stringify(withHooks(given(settings), events)),
  ],

  look: readClaude,
  // Its mark for a person's turn is the same as for idle, so the title can only ever say busy.
  readTitle: (title) => (/^[◐◑◒◓\u2800-\u28ff] /.test(title) ? "busy" : undefined),
  channel: claudeChannel,
  advances: [{ kind: "folder_trust", label: /^Yes, I trust this folder$/ }],
  keys: { interrupt: ["Escape"], clear: ["C-u"], quit: ["C-c", "C-c"] },
  startsStillMs: 500,
  enterAfterMs: 0,
};

/** The settings the caller asked for: JSON itself, or a file with it. */
function given(settings: string | undefined): Readonly<Record<string, unknown>> {
  if (settings === undefined) return {};
  try {
    return fields(
      JSON.parse(settings.trimStart().startsWith("{") ? settings : readFileSync(settings, "utf8")),
    );
  } catch {
    throw new ToolError(
      "InvalidArgument",
      "`settings` is neither a JSON object nor a readable file with one.",
      {
        suggestion: "Pass a JSON object as text, or the path of a settings file.",
      },
    );
  }
}

/** Our hooks beside the caller's, in this invocation alone: no file of the person's is touched. */
function withHooks(settings: Readonly<Record<string, unknown>>, events: string): object {
  const ours = { hooks: [{ type: "command", command: hookCommand(events), timeout: 10 }] };
  const theirs = fields(settings["hooks"]);
  const hooks = Object.fromEntries(EVENTS.map((event) => [event, [...listOf(theirs[event]), ours]]));
  return { ...settings, hooks: { ...theirs, ...hooks } };
}
