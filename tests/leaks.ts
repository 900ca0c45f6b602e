import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const GRACE_MS = 3_000;

/** Gives the run a temporary folder of its own and fails it when a process or a file is still there at the end. */
export default function watchForLeaks(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tg-"));
  const outer = process.env["TMPDIR"];
  // Workers are forked after this, so every test and every program a test starts inherits both.
  process.env["TMPDIR"] = folder;
  process.env["TERMGATE_TEST_RUN"] = folder;

  return async () => {
    if (outer === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = outer;
    const deadline = Date.now() + GRACE_MS;
    while (survivors(folder).length > 0 && Date.now() < deadline) await sleep(50);
    const processes = survivors(folder);
    const files = readdirSync(folder).filter((name) => !TOOLCHAIN.test(name));
    for (const { pid } of processes) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
    const left = [
      ...processes.map(({ pid, line }) => `process ${pid}: ${line}`),
      ...files.map((name) => `file ${name}`),
    ];
    if (left.length > 0) throw new Error(`The tests left something behind:\n${left.join("\n")}`);
  };
}

/** Folders of Node and vitest themselves. */
const TOOLCHAIN = /^(node-compile-cache|vitest|v8-compile-cache)/;

function survivors(folder: string): { pid: number; line: string }[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, "utf8").split("\0");
        const line = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        // A tmux server gets a cleaned environment, but its socket lies in the run's folder.
        const ours = line.includes(folder) || environment.some((entry) => entry.includes(folder));
        // The workers and the compiler service of the test runner end by themselves, after us.
        return ours && Number(name) !== process.pid && !/vitest|esbuild|rolldown/.test(line)
          ? [{ pid: Number(name), line }]
          : [];
      } catch {
        return [];
      }
    });
}
