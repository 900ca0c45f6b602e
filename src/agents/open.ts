import type { Settings } from "../settings/table.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { Agents } from "./agents.ts";

export interface Opening {
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stateDir: string;
  readonly redact: (text: string) => string;
  readonly tmux: Tmux;
}

/** The agents room as the settings want it. */
export function openAgents({ settings, environment, stateDir, redact, tmux }: Opening): Agents {
  const { socket, width, height, variables, cleanupHours } = settings.agents;
  const room = { socketName: socket ?? null, width, height, variables };
  return new Agents({ tmux, environment, stateDir, room, redact, cleanupAfterMs: cleanupHours * 3_600_000 });
}
