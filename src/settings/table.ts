import { agents } from "./groups/agents.ts";
import { approvals } from "./groups/approvals.ts";
import { house } from "./groups/house.ts";
import { http } from "./groups/http.ts";
import { shell } from "./groups/shell.ts";
import { tmux } from "./groups/tmux.ts";
import type { Setting } from "./setting.ts";

/**
 * Every setting, once. Flag, variable, file key, default and documentation row follow from its place here:
 * `shell.timeoutSeconds` is `--shell-timeout-seconds`, `TERMGATE_SHELL_TIMEOUT_SECONDS` and `timeout_seconds`
 * under `[shell]`; a setting of the group `house` has no group in any of its names.
 */
export const TABLE = { house, http, tmux, shell, approvals, agents } as const;

type Values<G> = { readonly [K in keyof G]: G[K] extends Setting<infer T> ? T : never };

export type Settings = { readonly [G in keyof typeof TABLE]: Values<(typeof TABLE)[G]> };
