import { readdirSync, readFileSync } from "node:fs";
import { createRedactor } from "../../src/redact/redactor.ts";
import { childEnvironment } from "../../src/shell/environment.ts";
import { execute, type ExecutorOptions, type Job, type Outcome } from "../../src/shell/execute.ts";

const variables: Record<string, string> = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: "/tmp",
  LANG: "C.UTF-8",
};

export interface Given extends Partial<Job>, Partial<ExecutorOptions> {
  /** Variables of the server, on top of a plain set. */
  readonly server?: Readonly<Record<string, string>>;
}

/** Run a text with small limits, as the shell room would. */
export function sh(text: string, given: Given = {}): Promise<Outcome> {
  const server = { ...variables, ...given.server };
  return execute(
    {
      text,
      cwd: given.cwd ?? "/tmp",
      timeoutMs: given.timeoutMs ?? 10_000,
      environment: given.environment ?? childEnvironment(server, { patterns: [], allowed: [] }),
      signal: given.signal ?? new AbortController().signal,
      ...(given.progress && { progress: given.progress }),
    },
    {
      shell: given.shell ?? "/bin/bash",
      redactor: given.redactor ?? createRedactor({ environment: server }),
      limit: given.limit ?? { bytes: 100_000, keep: "head" },
      graceMs: given.graceMs ?? 300,
    },
  );
}

/** Processes whose command line holds a word only this test uses. */
export function running(word: string): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      const isZombie = /\) [ZX] /.test(readFileSync(`/proc/${name}/stat`, "utf8"));
      return !isZombie && readFileSync(`/proc/${name}/cmdline`, "latin1").includes(word)
        ? [Number(name)]
        : [];
    } catch {
      return [];
    }
  });
}

let last = 0;
/** A sleep length nobody else uses: it names the process that sleeps. */
export const uniqueSeconds = () => `3${process.pid}${++last}.25`;
