// Written by `npm run gen` from src/agents/providers. Do not edit.

/** Agents that can be told which model to use. */
export const MODELLED_AGENTS: readonly string[] = ["claude", "codex", "gemini"];
