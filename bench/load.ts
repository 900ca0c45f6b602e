import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export const INIT = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "0" },
};

/** A server that stands and answers calls of one tool, until it is ended. */
export interface Subject {
  readonly child: ChildProcess;
  readonly call: () => Promise<unknown>;
  readonly end: () => Promise<void>;
}

interface Plan {
  readonly warmUp: number;
  readonly rounds: number;
  readonly callsPerRound: number;
}

interface Load {
  /** Calls per second. */
  readonly rate: number;
  /** Of all its threads, per call. */
  readonly cpuUs: number;
}

/** Both servers warmed alike, then loaded in turn; round by round, so that what the machine does meanwhile hits both. */
export async function inTurn(ours: Subject, bare: Subject, { warmUp, rounds, callsPerRound }: Plan) {
  for (const { call } of [ours, bare]) for (let n = 0; n < warmUp; n++) await call();
  const pairs: { ours: Load; bare: Load }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({ ours: await load(ours, callsPerRound), bare: await load(bare, callsPerRound) });
  }
  return {
    rate: median(pairs.map((pair) => pair.ours.rate / pair.bare.rate)),
    cpu: median(pairs.map((pair) => pair.ours.cpuUs / pair.bare.cpuUs)),
    cpuAboveUs: median(pairs.map((pair) => pair.ours.cpuUs - pair.bare.cpuUs)),
    rss: rss(ours.child) / rss(bare.child),
  };
}

async function load({ child, call }: Subject, calls: number): Promise<Load> {
  using _awake = stayAwake();
  const before = cpuUs(child);
  const start = performance.now();
  for (let n = 0; n < calls; n++) await call();
  const seconds = (performance.now() - start) / 1_000;
  return { rate: calls / seconds, cpuUs: (cpuUs(child) - before) / calls };
}

export async function overStdio(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  tool: string,
): Promise<Subject> {
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, () => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id } = JSON.parse(line) as { id?: number };
    if (id === undefined) return;
    waiting.get(id)?.();
    waiting.delete(id);
  });
  let id = 0;
  const request = (method: string, params: object) => {
    const own = ++id;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: own, method, params })}\n`);
    return new Promise<void>((resolve) => waiting.set(own, resolve));
  };
  await request("initialize", INIT);
  return {
    child,
    call: () => request("tools/call", { name: tool, arguments: {} }),
    async end() {
      child.stdin.end();
      await exited(child);
    },
  };
}

export async function overHttp(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  tool: string,
): Promise<Subject> {
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const port = await new Promise<string>((resolve) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      const found = /(?:port |127\.0\.0\.1:)(\d+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const client = new Client({ name: "bench", version: "0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  return {
    child,
    call: () => client.callTool({ name: tool, arguments: {} }),
    async end() {
      await client.close();
      child.kill("SIGTERM");
      await exited(child);
    },
  };
}

/** Waking a sleeping reader costs the writer more than a call does, and how much is the machine's affair: stay awake. */
function stayAwake(): Disposable {
  let next = setImmediate(function again() {
    next = setImmediate(again);
  });
  return { [Symbol.dispose]: () => clearImmediate(next) };
}

/** From the scheduler, in nanoseconds: the clock of /proc/<pid>/stat ticks only every 10 ms. */
function cpuUs({ pid }: ChildProcess): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const spent = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return spent.reduce((sum, ns) => sum + ns, 0) / 1_000;
}

function rss({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

export function exited(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
