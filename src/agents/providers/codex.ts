import { codexChannel } from "../channel/codex.ts";
import { hookCommand } from "../channel/hook-events.ts";
import type { Provider } from "../provider.ts";
import { readCodex } from "../screen/codex.ts";

const EVENTS = ["SessionStart", "UserPromptSubmit", "PermissionRequest", "Stop", "Interrupt"];

export const codex: Provider = {
  name: "codex",
  title: "Codex",
  binary: "codex",
  commands: ["codex", "node"],
  tested: ["0.169.0"],
  takes: ["model", "effort"],
  variables: /^(?:CODEX_|OPENAI_|AZURE_OPENAI_)/,
  // Codex names a conversation itself, at its first prompt.
  choosesSession: false,

  arguments: ({ model, effort, sessionId, resumes, events }) => [
    ...(resumes && sessionId ? ["resume", sessionId] : []),
    // Its daemon would outlive the pane, hold the files and take the environment of whoever started it first.
    "--no-daemon",
    ...(model ? ["-m", model] : []),
    ...(effort ? ["-c", `model_reasoning_effort=${effort}`] : []),
    // The hooks are ours, given on this command line; without this Codex would ask the person to review them.
    "--dangerously-bypass-hook-trust",
    ...EVENTS.flatMap((event) => [
      "-c",
      `hooks.${event}=[{hooks=[{type="command",command=${JSON.stringify(hookCommand(events))},timeout=10}]}]`,
    ]),
  ],

  look: readCodex,
  readTitle(title) {
    if (/^\[ [!.] \] Action Required/.test(title)) return "blocked";
    return /^[\u2800-\u28ff] /.test(title) ? "busy" : "idle";
  },
  channel: codexChannel,
  advances: [
    { kind: "folder_trust", label: /^(?:Trust and continue|Yes, continue)$/ },
    { kind: "startup_choice", label: /^Skip$/, title: /update/i },
  ],
  // One Ctrl-C ends an idle Codex; Ctrl-U empties its composer and never does.
  keys: { interrupt: ["Escape"], clear: ["C-u"], quit: ["C-c"] },
  startsStillMs: 1_200,
  enterAfterMs: 20,
};
