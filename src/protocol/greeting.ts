import type { Settings } from "../settings/table.ts";
import type { Profile } from "../tools/tool.ts";
import { VERSION } from "../version.ts";
import { instructions } from "./instructions.ts";

/** Newest first. A client that asks for none of these is offered the first. */
export const LEGACY_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

export const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: false },
  resources: { subscribe: true, listChanged: false },
  completions: {},
  logging: {},
};

/** A drop-in introduces itself by the name its users know. */
const NAMES: Record<Profile, string> = {
  full: "termgate",
  core: "termgate",
  libtmux: "tmux",
  safeshell: "safeshell-mcp",
  botctl: "botctl",
};

export interface Greeting {
  readonly identity: { readonly name: string; readonly title: string; readonly version: string };
  readonly instructions: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** How the server introduces itself, before any room is built. */
export function greeting(settings: Settings, environment: Environment): Greeting {
  const socket = environment["TMUX"]?.split(",")[0]?.split("/").at(-1);
  return {
    identity: { name: NAMES[settings.house.profile], title: "termgate", version: VERSION },
    instructions: instructions(settings, { pane: environment["TMUX_PANE"], socket }),
  };
}
