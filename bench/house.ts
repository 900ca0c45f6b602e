import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

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
const INIT = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "0" } };
const CLOCK_TICKS = 100;

try {
  await startUp();
  await overStdio();
  await overHttp();
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

async function overStdio(): Promise<void> {
  const calls = 4_000;
  const [ours, bare] = [
    await stdioLoad(OURS, "get_system_path", calls),
    await stdioLoad(BARE, "get_system_path", calls),
  ];
  report("stdio calls/s, × bare SDK server", ours.rate / bare.rate);
  report("stdio CPU per call above a bare SDK server, µs", (ours.cpuMs - bare.cpuMs) * 1_000, 60);
  report("RSS after the calls, × bare SDK server", ours.rss / bare.rss);
}

async function overHttp(): Promise<void> {
  const calls = 800;
  const ours = await httpLoad(
    ["dist/main.js", "http", "--bind", "127.0.0.1:0", "--no-auth", "--log-level", "info"],
    "get_system_path",
    calls,
  );
  const bare = await httpLoad(["bench/bare-server.mjs", "http"], "get_system_path", calls);
  report("HTTP calls/s, × bare SDK server", ours.rate / bare.rate);
  report("HTTP CPU per call, × bare SDK server", ours.cpuMs / bare.cpuMs);
}

async function stdioLoad(args: string[], tool: string, calls: number) {
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, () => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id } = JSON.parse(line) as { id?: number };
    if (id !== undefined) waiting.get(id)?.();
  });
  let id = 0;
  const request = (method: string, params: object) => {
    const own = ++id;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: own, method, params })}\n`);
    return new Promise<void>((resolve) => waiting.set(own, resolve));
  };
  await request("initialize", INIT);
  const call = () => request("tools/call", { name: tool, arguments: {} });
  for (let n = 0; n < 500; n++) await call();
  const load = await measure(child, calls, call);
  child.stdin.end();
  await exited(child);
  return load;
}

async function httpLoad(args: string[], tool: string, calls: number) {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const port = await new Promise<string>((resolve) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      const found = /(?:port |127\.0\.0\.1:)(\d+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const client = new Client({ name: "bench", version: "0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  const call = () => client.callTool({ name: tool, arguments: {} });
  for (let n = 0; n < 100; n++) await call();
  const load = await measure(child, calls, call);
  await client.close();
  child.kill("SIGTERM");
  await exited(child);
  return load;
}

async function measure(child: ChildProcess, calls: number, call: () => Promise<unknown>) {
  const before = cpuMs(child);
  const seconds =
    (await timed(async () => {
      for (let n = 0; n < calls; n++) await call();
    })) / 1_000;
  return { rate: calls / seconds, cpuMs: (cpuMs(child) - before) / calls, rss: rss(child) };
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

function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / CLOCK_TICKS;
}

function rss({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

function exited(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function report(what: string, value: number, target?: number): void {
  const aim = target === undefined ? "" : `  (aim: at most ${target}${value > target ? ", missed" : ""})`;
  console.log(`${what}: ${value.toFixed(2)}${aim}`);
}
