import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Agents } from "../../src/agents/agents.ts";
import { Tmux } from "../../src/tmux/tmux.ts";
import { agentHome } from "../model/home.ts";
import type { Pin } from "../model/install.ts";
import { startModel } from "../model/server.ts";

/** Agents on a tmux server of their own, with real programs that talk to the scripted model. */
export async function realStage(pin: Pin, { trusted = true } = {}) {
  const model = await startModel();
  const home = agentHome(pin, { modelUrl: model.url, trusted });
  const bin = join(home.root, "bin");
  mkdirSync(bin);
  symlinkSync(home.program, join(bin, pin.replace(/-.*/, "")));
  const environment = { ...home.env, PATH: [bin, home.env["PATH"]].join(delimiter) };
  const stage = agentStage({ root: home.root, environment });
  return {
    ...stage,
    model,
    home,
    async [Symbol.asyncDispose]() {
      await stage[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
      home[Symbol.dispose]();
    },
  };
}

export function temporary(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "tg-agents-")));
}

export interface StageOptions {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly variables?: readonly string[];
}

export function agentStage({ root, environment, variables = ["LOCAL_MODEL_KEY"] }: StageOptions) {
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
      agents.close();
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
