import { geminiChannel } from "../channel/gemini.ts";
import type { Provider } from "../provider.ts";
import { readGemini } from "../screen/gemini.ts";

export const gemini: Provider = {
  name: "gemini",
  title: "Gemini CLI",
  binary: "gemini",
  commands: ["node", "gemini"],
  tested: ["0.61.0"],
  takes: ["model"],
  variables: /^(?:GEMINI_|GOOGLE_)/,
  choosesSession: true,

  arguments: ({ model, sessionId, resumes }) => [
    ...(resumes ? ["--resume", sessionId ?? ""] : ["--session-id", sessionId ?? ""]),
    ...(model ? ["--model", model] : []),
  ],

  look: readGemini,
  readTitle(title) {
    if (title.startsWith("✋")) return "blocked";
    if (title.startsWith("✦")) return "busy";
    return title.startsWith("◇") ? "idle" : undefined;
  },
  channel: geminiChannel,
  advances: [{ kind: "folder_trust", label: /^Trust folder\b/ }],
  keys: { interrupt: ["Escape"], clear: ["C-u"], quit: ["C-c", "C-c"] },
  startsStillMs: 2_000,
  enterAfterMs: 500,
};
