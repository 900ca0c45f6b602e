import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // Slower suites have their own configuration and run after these, from .ci/run.
    exclude: ["tests/slow/**", "**/node_modules/**"],
    // Most of the time a test waits for tmux or a shell, so more of them than cores run side by side.
    maxWorkers: 4,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // What a test waits for comes at once on an idle machine and late on a busy one.
    expect: { poll: { timeout: 5_000 } },
    // A developer may sit inside tmux; no test may see that server or that user's settings.
    env: { TMUX: "", TMUX_PANE: "", TERMGATE_TESTING: "1" },
    globalSetup: ["tests/leaks.ts"],
  },
});
