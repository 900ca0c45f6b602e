import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agents } from "../../src/agents/agents.ts";
import { Tmux } from "../../src/tmux/tmux.ts";

export function temporary(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "tg-agents-")));
}

export interface StageOptions {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly variables?: readonly string[];
}

export function agentStage({ root, environment, variables = [] }: StageOptions) {
  const socketPath = join(root, "tmux.sock");
  const tmux = new Tmux({
    tmuxBin: "tmux",
    socketPath,
    environment,
    cursorKey: "k",
    configFile: "/dev/null",
  });
  const make = () =>
    new Agents({
      tmux,
      environment,
      stateDir: join(root, "state"),
      room: { socketName: null, width: 160, height: 48, variables },
      cleanupAfterMs: 86_400_000,
      redact: (text) => text,
    });
  const agents = make();
  const run = (...args: string[]) =>
    execFileSync("tmux", ["-S", socketPath, ...args], { encoding: "utf8", stdio: "pipe" });
  return {
    root,
    tmux,
    agents,
    make,
    run,
    socketPath,
    async [Symbol.asyncDispose]() {
      await agents.close();
      await tmux.close();
      try {
        run("kill-server");
      } catch {
        // Ended with its last window.
      }
      rmSync(join(root, "state"), { recursive: true, force: true });
    },
  };
}
