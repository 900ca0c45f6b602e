import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test as base } from "vitest";
import { running, uniqueSeconds } from "../../shell/run.ts";

interface Ran {
  readonly output: any;
  readonly text: string;
}

interface Rooms {
  /** The program itself, in a process of its own; every command runs, none is asked about. */
  server: { readonly pid: number; run(command: string, seconds?: number): Promise<Ran> };
  /** The most memory the server held, in megabytes, while this was done. */
  peakWhile: (work: () => Promise<unknown>) => Promise<number>;
}

const test = base.extend<Rooms>({
  server: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "kill-"));
    const flags = [
      "--approvals-shell",
      "observe",
      "--state-dir",
      join(folder, "state"),
      "--safety",
      "mutating",
    ];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dirname, "../../../src/main.ts"), ...flags],
      cwd: folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        TERMGATE_TEST_RUN: process.env["TERMGATE_TEST_RUN"] ?? "",
      },
      stderr: "ignore",
    });
    const client = new Client({ name: "killer", version: "1" });
    await client.connect(transport);
    await use({
      pid: transport.pid ?? 0,
      async run(command, timeout_seconds = 30) {
        const params = { name: "execute_command", arguments: { command, timeout_seconds } };
        const { structuredContent, content }: any = await client.callTool(params, { timeout: 280_000 });
        return { output: structuredContent, text: content.map((part: any) => part.text).join("\n") };
      },
    });
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  },
  peakWhile: async ({ server }, use) => {
    const resident = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1_024;
    await use(async (work) => {
      let peak = resident();
      const sampling = setInterval(() => (peak = Math.max(peak, resident())), 50);
      await work().finally(() => clearInterval(sampling));
      return Math.max(peak, resident());
    });
  },
});

/** Descendants of the server that still live. */
function children(pid: number): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
}

test("a timeout leaves neither children nor grandchildren, and shows what was written", async ({
  server,
}) => {
  const mark = uniqueSeconds();

  const { output, text } = await server.run(
    `echo early; (bash -c '(sleep ${mark} & sleep ${mark}) & sleep ${mark}') & sleep ${mark} | cat`,
    1,
  );

  expect(output).toMatchObject({ ended: "timeout", stdout: "early\n" });
  expect(text).toMatch(/^TIMEOUT:/);
  expect(running(mark)).toEqual([]);
  expect(children(server.pid)).toBe("");
});

test("whoever left by setsid is reported and ended", async ({ server }) => {
  const mark = uniqueSeconds();

  const { output, text } = await server.run(
    `for n in 1 2 3; do setsid sleep ${mark} >/dev/null 2>&1 & done; sleep 0.3; echo over`,
  );

  expect(output).toMatchObject({ ended: "exit", exit_code: 0, stdout: "over\n" });
  expect(output.left_behind).toHaveLength(3);
  expect(text).toContain("Still running when the shell had ended, and ended with it: sleep (");
  expect(running(mark)).toEqual([]);
});

test("a daemon in its own session with a clean environment is ended with the rest", async ({ server }) => {
  const mark = uniqueSeconds();

  await server.run(
    `setsid env -i /bin/bash -c 'sleep 1; (sleep ${mark} &) ; sleep ${mark}' & sleep ${mark}`,
    2,
  );

  expect(running(mark)).toEqual([]);
});

/** The kernel does not count the processes of root, so as root the storm is raised by somebody else. */
const asSomebody = (script: string) =>
  process.getuid?.() === 0
    ? `setpriv --reuid=54321 --regid=54321 --clear-groups bash -c '${script}'`
    : `bash -c '${script}'`;
const most = process.getuid?.() === 0 ? "80" : "$(($(ps -u $UID -L --no-headers | wc -l) + 80))";

test("a storm of forks that never ends by itself is ended at its process limit", async ({
  server,
  peakWhile,
}) => {
  const mark = uniqueSeconds();
  const storm = `ulimit -u ${most}; storm() { : ${mark}; storm | storm & }; storm; while :; do storm; sleep 0.1; done`;

  const peak = await peakWhile(async () => {
    const { output } = await server.run(`${asSomebody(storm)} 2>/dev/null`, 2);

    expect(output.ended).toBe("timeout");
  });

  expect(running(mark)).toEqual([]);
  expect(children(server.pid)).toBe("");
  expect(peak).toBeLessThan(400);
});

test("ten gigabytes of output leave memory as it was", async ({ server, peakWhile }) => {
  await server.run("yes | head -c 300M");
  const calm = await peakWhile(() => server.run("true"));
  let output: any;

  const peak = await peakWhile(async () => ({ output } = await server.run("head -c 10G /dev/zero", 240)));

  expect(output).toMatchObject({ ended: "exit", exit_code: 0, stdout_bytes: 10 * 2 ** 30 });
  expect(output.stdout_omitted_bytes).toBeGreaterThan(10 * 2 ** 30 - 1_000_000);
  expect(peak - calm).toBeLessThan(120);
});

test("binary output comes back as text and is counted to the byte", async ({ server }) => {
  const { output } = await server.run("head -c 50000 /dev/urandom; head -c 5000 /dev/urandom >&2");

  expect(output).toMatchObject({ exit_code: 0, stdout_bytes: 50_000, stderr_bytes: 5_000 });
  expect(Buffer.from(output.stdout, "utf8").toString("utf8")).toBe(output.stdout);
  expect((await server.run("echo still here")).output.stdout).toBe("still here\n");
});

test("a shell that ignores every signal it can is killed", async ({ server }) => {
  const mark = uniqueSeconds();

  const { output } = await server.run(
    `trap '' TERM INT HUP QUIT USR1 USR2 TSTP; (trap '' TERM; while :; do sleep ${mark}; done) & while :; do sleep ${mark}; done`,
    1,
  );

  expect(output).toMatchObject({ ended: "timeout", exit_code: -1 });
  expect(running(mark)).toEqual([]);
  expect(children(server.pid)).toBe("");
});
