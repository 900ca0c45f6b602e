/**
 * Records what the real programs draw: `node scripts/run.mjs exec node scripts/record-screens.ts [pin…]`.
 * Each runs in a tmux server of its own, with a HOME of its own, against the scripted model, in every size below.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type AgentHome, agentHome } from "../tests/model/home.ts";
import { type Pin, PINS } from "../tests/model/install.ts";
import { startModel } from "../tests/model/server.ts";
import { SCENARIOS, type Scenario } from "./record-scenarios.ts";

const FIXTURES = fileURLToPath(new URL("../tests/agents/fixtures/screens/", import.meta.url));
const SIZES = [
  [160, 48],
  [80, 24],
  [120, 40],
  [60, 30],
] as const;

export interface Stage {
  readonly home: AgentHome;
  /** Pastes text, waits until it stands on the screen, presses Enter. */
  readonly prompt: (text: string) => Promise<void>;
  readonly paste: (text: string) => Promise<void>;
  readonly keys: (...keys: string[]) => void;
  readonly until: (pattern: RegExp, timeoutMs?: number) => Promise<void>;
  readonly gone: (pattern: RegExp) => Promise<void>;
  /** Keeps the screen as the recording of a state. */
  readonly keep: (state: string, expect: string) => Promise<void>;
  readonly screen: () => string;
}

async function record(pin: Pin, scenario: Scenario, [cols, rows]: readonly [number, number]): Promise<void> {
  await using model = await startModel();
  using home = agentHome(pin, { modelUrl: model.url, ...scenario.home });
  const socket = join(home.root, "tmux");
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-u", "-S", socket, "-f", "/dev/null", ...args], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" },
    });
  const variables = Object.entries({ ...home.env, ...scenario.env }).map(([key, value]) => `${key}=${value}`);
  const keep = 'exec env -i TMUX="$TMUX" TMUX_PANE="$TMUX_PANE" "$@"';
  tmux(
    "new-session",
    "-d",
    "-s",
    "r",
    "-x",
    String(cols),
    "-y",
    String(rows),
    "-c",
    home.project,
    "sh",
    "-c",
    keep,
    "sh",
    ...variables,
    home.program,
    ...scenario.args(home),
  );
  tmux(
    "set-option",
    "-g",
    "status",
    "off",
    ";",
    "set-option",
    "-g",
    "remain-on-exit",
    "on",
    ";",
    "resize-window",
    "-t",
    "r",
    "-x",
    String(cols),
    "-y",
    String(rows),
  );
  const screen = () => tmux("capture-pane", "-p", "-t", "r");
  const until = async (test: () => boolean, what: string, timeoutMs = 20_000) => {
    for (const end = Date.now() + timeoutMs; !test(); await pause(60))
      if (Date.now() > end) throw new Error(`${pin} ${cols}x${rows}: never saw ${what}\n${screen()}`);
  };
  const paste = async (text: string) => {
    const before = screen();
    execFileSync("tmux", ["-S", socket, "load-buffer", "-"], { input: text });
    tmux("paste-buffer", "-p", "-d", "-t", "r");
    await until(() => screen() !== before, "the paste");
    await pause(500);
  };
  const stage: Stage = {
    home,
    paste,
    async prompt(text) {
      await paste(text);
      tmux("send-keys", "-t", "r", "Enter");
    },
    keys: (...keys) => void tmux("send-keys", "-t", "r", ...keys),
    until: (pattern, timeoutMs) => until(() => pattern.test(screen()), String(pattern), timeoutMs),
    gone: (pattern) => until(() => !pattern.test(screen()), `the end of ${pattern}`),
    screen,
    async keep(state, expect) {
      await pause(scenario.settleMs ?? 150);
      const ansi = tmux("capture-pane", "-p", "-e", "-t", "r");
      const [title, command, dead] = tmux(
        "display-message",
        "-p",
        "-t",
        "r",
        "#{pane_title}\t#{pane_current_command}\t#{pane_dead}",
      )
        .trimEnd()
        .split("\t");
      const base = join(FIXTURES, pin, `${state}@${cols}x${rows}`);
      mkdirSync(join(FIXTURES, pin), { recursive: true });
      const clean = (text: string) =>
        text.replaceAll(home.root, "/home/someone").replaceAll(home.root.replace(/^\//, ""), "home/someone");
      writeFileSync(`${base}.ansi`, clean(ansi));
      writeFileSync(
        `${base}.json`,
        `${JSON.stringify({ expect, title: clean(title ?? ""), command, dead: dead === "1" }, undefined, 2)}\n`,
      );
      console.log(`${pin} ${state}@${cols}x${rows}: ${expect}`);
    },
  };
  try {
    await scenario.play(stage);
  } catch (error) {
    console.error(String(error));
  } finally {
    try {
      tmux("kill-server");
    } catch {
      // Already gone with its last pane.
    }
    await pause(300);
  }
}

const chosen = process.argv.slice(2);
const wanted = process.env["SIZES"]?.split(",");
const sizes = SIZES.filter(([cols, rows]) => !wanted || wanted.includes(`${cols}x${rows}`));
for (const pin of Object.keys(PINS) as Pin[]) {
  if (chosen.length > 0 && !chosen.includes(pin)) continue;
  for (const size of sizes)
    for (const [name, scenario] of Object.entries(SCENARIOS(pin))) {
      if (process.env["ONLY"] && process.env["ONLY"] !== name) continue;
      await record(pin, scenario, size);
    }
}
