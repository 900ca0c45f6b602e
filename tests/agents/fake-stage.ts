import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { agentStage, temporary } from "./stage.ts";

const FAKE = fileURLToPath(new URL("./fake-tui.mjs", import.meta.url));

/** How the stand-in misbehaves. */
export interface Habits {
  /** Milliseconds it takes for every piece of input and every answer. */
  readonly slow?: number;
  /** How many Enters it drops before it hears one. */
  readonly swallow?: number;
  readonly bracket?: boolean;
  /** Every so many prompts it asks for permission. */
  readonly dialogEvery?: number;
  /** Milliseconds an answer takes, beside the slowness. */
  readonly thinks?: number;
  /** Milliseconds until it shows anything. */
  readonly dawdles?: number;
  /** Does not leave when it is told to. */
  readonly stubborn?: boolean;
}

/** A folder with the stand-in on its PATH under Claude's name, and the environment to find it there. */
export function fakeProgram(habits: Habits) {
  const root = temporary();
  const log = join(root, "log");
  const project = join(root, "project");
  for (const dir of ["bin", "project"]) mkdirSync(join(root, dir));
  const program = join(root, "bin", "claude");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${FAKE}" "$@"\n`);
  chmodSync(program, 0o755);
  const run = process.env["TERMGATE_TEST_RUN"];
  const environment = {
    HOME: root,
    PATH: [join(root, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    FAKE_TUI: JSON.stringify({ ...habits, log }),
    ...(run !== undefined && { TERMGATE_TEST_RUN: run }),
  };
  return { root, log, project, environment };
}

/** One stand-in for Claude in a tmux server of its own, ready to be prompted, and the log of what it got. */
export async function fakeStage(habits: Habits) {
  const { root, log, project, environment } = fakeProgram(habits);
  const stage = agentStage({ root, environment, variables: ["FAKE_TUI", "TERMGATE_TEST_RUN"] });
  const { agents } = stage;
  const another = async () => {
    const request = { provider: "claude", cwd: project, launch: {}, noYolo: false } as const;
    const { agent, outcome } = await agents.spawn(request, { timeoutMs: 30_000 });
    if (outcome.outcome !== "ready" || !agent.tmux)
      throw new Error(`The stand-in did not start: ${outcome.outcome}`);
    return { id: agent.id, pane: agent.tmux.pane_id };
  };
  const first = await another();
  return {
    ...stage,
    ...first,
    another,
    log,
    async [Symbol.asyncDispose]() {
      const all = await agents.list();
      await Promise.all(all.map(({ agent }) => agents.kill(agent.id, { timeoutMs: 20_000 })));
      await stage[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
