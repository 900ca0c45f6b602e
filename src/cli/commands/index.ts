// Written by `npm run gen` from the files beside it. Do not edit.
import type { Command } from "../command.ts";

/** Every command by name, loaded when it is asked for. */
export const COMMANDS: Readonly<Record<string, () => Promise<{ readonly default: Command }>>> = {
  agents: () => import("./agents.ts"),
  approvals: () => import("./approvals.ts"),
  approve: () => import("./approve.ts"),
  attach: () => import("./attach.ts"),
  audit: () => import("./audit.ts"),
  check: () => import("./check.ts"),
  deny: () => import("./deny.ts"),
  doctor: () => import("./doctor.ts"),
  grants: () => import("./grants.ts"),
  http: () => import("./http.ts"),
  install: () => import("./install.ts"),
  prompt: () => import("./prompt.ts"),
  rules: () => import("./rules.ts"),
  stdio: () => import("./stdio.ts"),
  token: () => import("./token.ts"),
  tools: () => import("./tools.ts"),
};
