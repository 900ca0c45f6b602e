import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { exited, INIT, inTurn, median, overHttp, overStdio } from "./load.ts";

const folder = mkdtempSync(join(tmpdir(), "bench-"));
const env = {
  ...process.env,
  TERMGATE_STATE_DIR: join(folder, "state"),
  TERMGATE_LOG_LEVEL: "error",
  TMUX: "",
  TMUX_PANE: "",
};
const OURS = ["dist/main.js"];
const BARE = ["bench/bare-server.mjs"];
const TOOL = "get_system_path";

try {
  await startUp();
  await stdioCalls();
  await httpCalls();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** From spawn to the answer of the first tools/list, against a Node that starts and ends. Alternating, medians. */
async function startUp(): Promise<void> {
  const bare: number[] = [];
  const ours: number[] = [];
  const sdk: number[] = [];
  for (let round = 0; round < 25; round++) {
    bare.push(await timed(() => exited(spawn(process.execPath, ["-e", "0"], { env }))));
    ours.push(await timed(() => firstList(OURS)));
    sdk.push(await timed(() => firstList(BARE)));
  }
  const node = median(bare.slice(3));
  report("start to first tools/list, × bare node", median(ours.slice(3)) / node, 2);
  report("the same for the SDK alone, × bare node", median(sdk.slice(3)) / node);
}

async function stdioCalls(): Promise<void> {
  const [ours, bare] = [await overStdio(OURS, env, TOOL), await overStdio(BARE, env, TOOL)];
  const { rate, cpuAboveUs, rss } = await inTurn(ours, bare, {
    warmUp: 6_000,
    rounds: 30,
    callsPerRound: 250,
  });
  await Promise.all([ours.end(), bare.end()]);
  report("stdio calls/s, × bare SDK server", rate);
  report("stdio CPU per call above a bare SDK server, µs", cpuAboveUs, 60);
  report("RSS after the calls, × bare SDK server", rss);
}

async function httpCalls(): Promise<void> {
  const door = ["http", "--bind", "127.0.0.1:0", "--no-auth", "--log-level", "info"];
  const [ours, bare] = [
    await overHttp([...OURS, ...door], env, TOOL),
    await overHttp([...BARE, "http"], env, TOOL),
  ];
  const { rate, cpu, cpuAboveUs } = await inTurn(ours, bare, {
    warmUp: 1_000,
    rounds: 15,
    callsPerRound: 100,
  });
  await Promise.all([ours.end(), bare.end()]);
  report("HTTP calls/s, × bare SDK server", rate);
  report("HTTP CPU per call, × bare SDK server", cpu);
  report("HTTP CPU per call above a bare SDK server, µs", cpuAboveUs);
}

function firstList(args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "ignore"] });
  const lines = [
    { id: 1, method: "initialize", params: INIT },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list", params: {} },
  ];
  child.stdin.write(lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join(""));
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if ((JSON.parse(line) as { id?: number }).id !== 2) return;
      resolve();
      child.stdin.end();
    });
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function report(what: string, value: number, target?: number): void {
  const aim = target === undefined ? "" : `  (aim: at most ${target}${value > target ? ", missed" : ""})`;
  console.log(`${what}: ${value.toFixed(2)}${aim}`);
}
