import type { Provider } from "../provider.ts";
import { readAgy } from "../screen/agy.ts";

export const agy: Provider = {
  name: "agy",
  title: "Antigravity",
  binary: "agy",
  commands: ["agy"],
  tested: ["1.0.2"],
  takes: [],
  variables: /^(?:ANTIGRAVITY_|GEMINI_|GOOGLE_)/,
  choosesSession: false,
  arguments: () => [],
  look: readAgy,
  // No files of its own that tell a turn; the screen is all there is.
  channel: () => undefined,
  advances: [
    { kind: "permission", label: /^Yes$/, onlyUnderCursor: true, title: /^Do you want to proceed\?$/ },
  ],
  keys: { interrupt: ["Escape"], clear: ["C-u"], quit: ["C-c", "C-c"] },
  startsStillMs: 800,
  enterAfterMs: 250,
};
