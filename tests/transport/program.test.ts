import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { clientFor, initialize, LEGACY, MODERN } from "./door.ts";

const PROGRAM = join(import.meta.dirname, "../../dist/main.js");

beforeAll(() => {
  if (existsSync(PROGRAM)) return;
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(built.stderr);
});

function environment(): Record<string, string> {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { PATH = "", TERMGATE_TEST_RUN = "" } = process.env;
  return { PATH, HOME: home, TERMGATE_STATE_DIR: join(home, "state"), TERMGATE_TEST_RUN };
}

/** A number of seconds nobody else sleeps, so that the one process is found by its command line. */
function uniqueSleep(): { command: string; sleepers: () => number } {
  const seconds = `97.${process.pid}${Math.floor(Math.random() * 1e9)}`;
  const sleepers = () =>
    readdirSync("/proc").filter((name) => {
      try {
        return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8") === `sleep\0${seconds}\0`;
      } catch {
        return false;
      }
    }).length;
  return { command: `sleep ${seconds}`, sleepers };
}

/** One that nobody has collected yet has ended all the same. */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2)[0] !== "Z";
  } catch {
    return false;
  }
}

function calling(command: string): string {
  const frames = [
    initialize(),
    { jsonrpc: "2.0", method: "notifications/initialized" },
    {
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "execute_command", arguments: { command } },
    },
  ];
  return frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
}

function start(argv: readonly string[]): ChildProcess & { stdin: NodeJS.WritableStream } {
  const child = spawn(process.execPath, [PROGRAM, ...argv], { env: environment(), stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.on("error", () => {});
  return child;
}

describe("the program on stdio", () => {
  // An exit code of 0 says it left by itself; one that had to be forced after its two seconds says 1.
  test.for([
    ["its client closes the pipe", (child: ChildProcess): void => void child.stdin?.end()],
    ["it gets SIGTERM", (child: ChildProcess): void => void child.kill("SIGTERM")],
    ["it gets SIGHUP", (child: ChildProcess): void => void child.kill("SIGHUP")],
    ["it gets SIGINT", (child: ChildProcess): void => void child.kill("SIGINT")],
    [
      "nobody reads any more",
      (child: ChildProcess): void => {
        child.stdout?.destroy();
        child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: 3, method: "ping" })}\n`);
      },
    ],
  ] as const)("ends when %s in the middle of a call, and leaves nothing running", async ([, end]) => {
    const { command, sleepers } = uniqueSleep();
    const child = start([]);
    child.stderr?.resume();
    child.stdout?.resume();
    child.stdin.write(calling(command));
    await expect.poll(sleepers, { timeout: 10_000 }).toBe(1);
    const exited = once(child, "exit");
    end(child);

    expect(await exited).toEqual([0, null]);
    await expect.poll(sleepers).toBe(0);
  });

  test("leaves nothing running when its client is killed", async () => {
    const { command, sleepers } = uniqueSleep();
    const script = `
      const child = require("node:child_process").spawn(process.execPath, [${JSON.stringify(PROGRAM)}], { stdio: ["pipe", "pipe", "ignore"] });
      child.stdout.resume();
      child.stdin.write(${JSON.stringify(calling(command))});
      process.stdout.write(String(child.pid) + "\\n");
    `;
    const client = spawn(process.execPath, ["-e", script], {
      env: environment(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void client.kill("SIGKILL"));
    const [line] = (await once(client.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    await expect.poll(sleepers, { timeout: 10_000 }).toBe(1);
    client.kill("SIGKILL");

    await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
    await expect.poll(sleepers).toBe(0);
  });

  test("writes nothing but the protocol on stdout, whatever it is sent", async () => {
    const child = start([]);
    let out = "";
    child.stdout?.on("data", (chunk) => (out += chunk));
    child.stderr?.resume();
    const noise = ["nonsense", "[]", "{}", "\u0000", '{"jsonrpc":"2.0","id":9,"method":"no/such"}'];
    child.stdin.write(calling("echo hello") + noise.map((line) => `${line}\n`).join(""));
    await expect.poll(() => out, { timeout: 10_000 }).toMatch(/"id":2[,}]/);
    await expect.poll(() => out).toMatch(/"id":9[,}]/);
    child.stdin.end();
    await once(child, "exit");

    for (const line of out.trimEnd().split("\n")) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });

  test.for([MODERN, ...LEGACY])(
    "serves the official client in %s, 200 calls at once",
    { timeout: 60_000 },
    async (revision) => {
      const client: Client = clientFor(revision);
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [PROGRAM],
          env: environment(),
          stderr: "ignore",
        }),
      );
      onTestFinished(() => client.close());
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      const calls = Array.from({ length: 200 }, () =>
        client.callTool({ name: "list_protected_paths", arguments: {} }),
      );
      const results = await Promise.all(calls);

      expect(new Set(results.map(({ isError }) => isError))).toEqual(new Set([false]));
    },
  );
});

describe("the program on HTTP", () => {
  async function listening(child: ChildProcess): Promise<string> {
    let said = "";
    child.stderr?.on("data", (chunk) => (said += chunk));
    await expect.poll(() => said, { timeout: 10_000 }).toMatch(/http:\/\/\S+\/mcp/);
    return /http:\/\/\S+\/mcp/.exec(said)?.[0] ?? "";
  }

  test.for(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
    "ends on %s in the middle of a call, and leaves nothing running",
    async (signal) => {
      const { command, sleepers } = uniqueSleep();
      const child = start(["http", "--bind", "127.0.0.1:0", "--no-auth", "--stateless"]);
      const url = await listening(child);
      const body = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "execute_command", arguments: { command } },
      };
      const pending = fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }).then(
        (response) => response.status,
        () => "closed",
      );
      await expect.poll(sleepers, { timeout: 10_000 }).toBe(1);
      const exited = once(child, "exit");
      child.kill(signal);

      expect(await exited).toEqual([0, null]);
      expect(await pending).not.toBe(200);
      await expect.poll(sleepers).toBe(0);
    },
  );

  test.for([
    [["--bind", "0.0.0.0:0"], 1, /--allow-non-loopback/],
    [["--bind", "0.0.0.0:0", "--allow-non-loopback", "--no-auth"], 1, /token/],
    [["--bind", "0.0.0.0:0", "--allow-non-loopback", "--conformance"], 2, /loopback/],
  ] as const)("refuses %j", async ([argv, code, said]) => {
    const child = start(["http", ...argv]);
    let err = "";
    child.stderr?.on("data", (chunk) => (err += chunk));

    expect(await once(child, "exit")).toEqual([code, null]);
    expect(err).toMatch(said);
  });
});
