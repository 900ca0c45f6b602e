import { type ChildProcess, execFile, spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Run a program to its end. A non-zero exit is a result; a program that cannot be started is an error. */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const { signal, timeoutMs = 10_000, cwd, env } = options;
  return new Promise((resolve, reject) => {
    const settings = { signal, timeout: timeoutMs, maxBuffer: 16 << 20, cwd, ...(env && { env }) };
    execFile(file, args, settings, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** Start a program that outlives the call. Its stdout never is ours: that one belongs to the protocol. */
export function start(file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(file, args, options);
}

/** The output of a small program, waited for on the spot; empty when it cannot be run. */
export function runAtOnce(file: string, args: readonly string[]): string {
  return spawnSync(file, args, { encoding: "utf8", timeout: 5_000 }).stdout ?? "";
}

/** When a process started, as the kernel counts it. With the pid it names one process for good. */
export function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may itself hold spaces and parentheses; the fields start after the last one.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
