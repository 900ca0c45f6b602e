import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test as house } from "../../house.ts";
import { type AgentHome, agentHome } from "../../model/home.ts";
import type { Pin } from "../../model/install.ts";
import { type ModelServer, startModel } from "../../model/server.ts";

export { expect };

export const PROGRAMS: readonly Pin[] = [
  "claude-2.1.326",
  "claude-2.1.197",
  "codex-0.169.0",
  "gemini-0.61.0",
];

interface Room {
  pin: Pin;
  trusted: boolean;
  model: ModelServer;
  home: AgentHome;
  environment: Record<string, string>;
  overrides: object;
  /** The tmux program on the agents' server, as a person would run it. */
  tmux(...args: string[]): string;
  /** Starts the program through its tool and returns its id once it is ready. */
  spawned(args?: Record<string, unknown>): Promise<string>;
}

/** Real programs in a real tmux, driven through the protocol, talking to the scripted model. */
export const test = house.extend<Room>({
  pin: "claude-2.1.326",
  trusted: true,
  model: async ({}, use) => {
    await using model = await startModel();
    await use(model);
  },
  home: async ({ pin, model, trusted }, use) => {
    using home = agentHome(pin, { modelUrl: model.url, trusted });
    mkdirSync(join(home.root, "bin"));
    mkdirSync(join(home.root, "sockets"));
    symlinkSync(home.program, join(home.root, "bin", nameOf(pin)));
    await use(home);
  },
  environment: async ({ home }, use) => {
    const path = [join(home.root, "bin"), home.env["PATH"]].join(delimiter);
    await use({ ...home.env, PATH: path, TMUX_TMPDIR: join(home.root, "sockets"), ...marks() });
  },
  overrides: async ({}, use) =>
    use({ tmux: { socket: "agents", configFile: "/dev/null" }, agents: { variables: ["LOCAL_MODEL_KEY"] } }),
  tmux: async ({ home }, use) => {
    const env = { ...process.env, TMUX_TMPDIR: join(home.root, "sockets") };
    const run = (...args: string[]) =>
      execFileSync("tmux", ["-u", "-f", "/dev/null", "-L", "agents", ...args], {
        encoding: "utf8",
        env,
        stdio: "pipe",
      });
    await use(run);
    try {
      run("kill-server");
    } catch {
      // Ended with its last window.
    }
  },
  spawned: async ({ call, home, pin, tmux }, use) => {
    const ids: string[] = [];
    await use(async (args = {}) => {
      expect(tmux).toBeTypeOf("function");
      const answer = await call(`spawn_${nameOf(pin)}`, { cwd: home.project, ...modeOf(pin), ...args });
      expect(answer.output?.outcome, answer.text).toMatchObject({ outcome: "ready" });
      ids.push(answer.output.agent.id);
      return answer.output.agent.id;
    });
    for (const id of ids) await call("kill_agent", { id });
  },
});

export function nameOf(pin: Pin): string {
  return pin.replace(/-.*/, "");
}

/** Claude asks only in the mode where it asks; the newer release calls it otherwise. */
export function modeOf(pin: Pin): Record<string, unknown> {
  if (pin === "claude-2.1.326") return { permission_mode: "manual", model: "sonnet" };
  return pin === "claude-2.1.197"
    ? { permission_mode: "default", model: "sonnet" }
    : pin === "codex-0.169.0"
      ? { model: "gpt-5.5" }
      : {};
}

/** What the run is known by, so that whatever is left behind is found. */
function marks(): Record<string, string> {
  const run = process.env["TERMGATE_TEST_RUN"];
  return run === undefined ? {} : { TERMGATE_TEST_RUN: run };
}
