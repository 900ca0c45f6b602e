import { findProgram } from "../find-program.ts";
import type { Check } from "./check.ts";

const AGENTS = [
  ["claude", "Claude Code", "npm install -g @anthropic-ai/claude-code"],
  ["codex", "Codex CLI", "npm install -g @openai/codex"],
  ["gemini", "Gemini CLI", "npm install -g @google/gemini-cli"],
  ["agy", "Antigravity CLI", undefined],
] as const;

/** Which agents could be started here. None is started to find out: a first start writes into a person's home. */
export const agents: Check = async (io) =>
  AGENTS.map(([program, title, fix]) => {
    const path = findProgram(io, program);
    return path === undefined
      ? {
          check: "agents",
          status: "note",
          says: `${title} (${program}) is not on the PATH, so spawn_${program} is not offered.`,
          fix,
        }
      : { check: "agents", status: "ok", says: `${title} (${path})` };
  });
