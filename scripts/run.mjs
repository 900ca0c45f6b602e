// Runs one of the repository's tasks: `node scripts/run.mjs test`. It works on a fresh clone with any Node 20+:
// packages, a new enough Node and tmux are put in place first, each only when it is missing.
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { ensureNode, ensurePackages, ensurePrograms, ROOT } from "./setup.mjs";

const tasks = {
  build: () => node("scripts/build.mjs"),
  gen: () => node("scripts/gen.ts", ...args),
  test: () => ensurePrograms(["tmux"]) && tasks.build() && bin("vitest", "run", ...args),
  quickstart: () => ensurePrograms(["tmux"]) && tasks.build() && node("scripts/quickstart.mjs", ...args),
  check: () =>
    bin("tsc") &&
    bin("oxlint", "--deny-warnings") &&
    bin("oxfmt", "--check") &&
    bin("knip") &&
    node("scripts/gen.ts", "--check"),
  fix: () => bin("oxlint", "--fix") && bin("oxfmt"),
  bench: () => ensurePrograms(["tmux"]) && tasks.build() && node("bench/run.ts", ...args),
  /** The longer suites: real agents, soaks, traces. */
  "test:slow": () =>
    ensurePrograms(["tmux"]) &&
    tasks.build() &&
    bin("vitest", "run", "--config", "vitest.slow.config.ts", ...args),
  /** Programs the longer suites use beside tmux, for a machine that may install them. */
  programs: () => ensurePrograms(args),
  /** Anything else: a script with the right Node on PATH, e.g. `run.mjs exec node bench/run.ts`. */
  exec: () => bin(args[0], ...args.slice(1)),
};

const [name = "", ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
if (!task) {
  console.error(`There is no task "${name}". Tasks: ${Object.keys(tasks).join(", ")}.`);
  process.exit(2);
}

ensurePackages();
const path = [ensureNode(), join(ROOT, "node_modules", ".bin"), process.env.PATH].join(delimiter);
process.exit(task() ? 0 : 1);

function node(...argv) {
  return bin("node", ...argv);
}

function bin(program, ...argv) {
  const env = { ...process.env, PATH: path, NODE_NO_WARNINGS: "1" };
  const { status, signal, error } = spawnSync(program, argv, { cwd: ROOT, env, stdio: "inherit" });
  if (error) console.error(`${program} could not be started: ${error.message}`);
  else if (signal) console.error(`${program} was ended by ${signal}.`);
  return status === 0;
}
