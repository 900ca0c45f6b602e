import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/slow/**/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Real agents and soaks share two cores with their own tmux servers; side by side they would time each other out.
    fileParallelism: false,
    env: { TMUX: "", TMUX_PANE: "" },
    globalSetup: ["tests/leaks.ts"],
    passWithNoTests: false,
  },
});
