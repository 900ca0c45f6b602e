import type { Strictness } from "../settings/groups/approvals.ts";
import type { Settings } from "../settings/table.ts";
import { type Role, rolesOf } from "../tools/args.ts";
import type { Call, Tool } from "../tools/tool.ts";

const TMUX_ROLES: ReadonlySet<Role> = new Set([
  "socket",
  "pane",
  "window",
  "window_index",
  "session",
  "session_name",
  "keys",
  "format",
  "option",
  "env_name",
]);

/** How strictly the room a tool belongs to is held. A tool that names neither a pane nor an agent is the shell's. */
export function strictnessOf({
  house,
  approvals,
}: Pick<Settings, "house" | "approvals">): (call: Call) => Strictness {
  const auto = house.profile === "libtmux" ? "observe" : "guard";
  const tmux = approvals.tmux === "auto" ? auto : approvals.tmux;
  const rooms = { shell: approvals.shell, tmux, agents: approvals.agents };
  return ({ tool }) => rooms[roomOf(tool)];
}

export function roomOf({ input }: Pick<Tool, "input">): "shell" | "tmux" | "agents" {
  const roles = rolesOf({ input });
  if (roles.some(({ role }) => role === "agent")) return "agents";
  return roles.some(({ role }) => TMUX_ROLES.has(role)) ? "tmux" : "shell";
}
