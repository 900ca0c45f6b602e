import { ToolError } from "../../errors.ts";
import type { Server } from "../server.ts";
import { aborted, within } from "../within.ts";
import { Job } from "./job.ts";

export interface RunOptions {
  readonly command: string;
  readonly timeoutMs: number;
  /** Keep the command out of the shell's history. */
  readonly suppressHistory?: boolean | undefined;
  readonly maxLines?: number | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface RunResult {
  pane_id: string;
  exit_status: number | null;
  timed_out: boolean;
  elapsed_seconds: number;
  output: string[];
  output_truncated: boolean;
  output_truncated_lines: number;
  effective_timeout: number;
  /** Give it to waitForCommand while the command still runs. */
  handle: string | null;
  /** Why there is no ordinary status. */
  reason: string | null;
}

const MOST_JOBS = 100;
/** Even the shortest timeout leaves a shell on a busy machine this long to take the command. */
const SHORTEST_START_MS = 2_000;
const jobs = new WeakMap<Server, Map<string, Job>>();

/** Runs a command in the shell of a pane, in a shell of its own below it, and brings what that command printed. */
export async function runCommand(server: Server, paneId: string, options: RunOptions): Promise<RunResult> {
  const { command, timeoutMs, suppressHistory = true, signal } = options;
  if (command.trim() === "")
    throw new ToolError("ExpectedToolError", "The command is blank.", {
      suggestion: "Give a command to run.",
    });
  const job = new Job(server, paneId, { command, suppressHistory });
  await job.start(within(Math.max(timeoutMs, SHORTEST_START_MS), signal));
  return waited(server, job, options);
}

/** Goes on waiting for a command that outlived its call: brings the rest of its output, and its status when it ends. */
export async function waitForCommand(
  server: Server,
  handle: string,
  options: Omit<RunOptions, "command">,
): Promise<RunResult> {
  const job = jobs.get(server)?.get(handle);
  if (!job) {
    throw new ToolError("UnknownHandle", "No command is known by this handle.", {
      suggestion: "A handle is good until the command's end was told; read the pane with capture_pane.",
    });
  }
  return waited(server, job, options);
}

async function waited(server: Server, job: Job, options: Omit<RunOptions, "command">): Promise<RunResult> {
  const { timeoutMs, maxLines, signal } = options;
  const started = performance.now();
  const over = Promise.withResolvers<undefined>();
  over.promise.catch(() => {});
  const timer = setTimeout(() => over.resolve(undefined), timeoutMs);
  const abort = () => over.reject(aborted(signal as AbortSignal));
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const ending = await Promise.race([job.ended, over.promise]);
    remember(server, job, ending === undefined);
    const lines = job.printed.take(job.ending !== undefined);
    const kept = maxLines === null || maxLines === undefined ? lines : lines.slice(-maxLines);
    return {
      pane_id: job.paneId,
      exit_status: ending?.status ?? null,
      timed_out: ending === undefined,
      elapsed_seconds: Math.round(performance.now() - Math.min(started, job.started)) / 1_000,
      output: kept,
      output_truncated: kept.length < lines.length || job.printed.overflow,
      output_truncated_lines: lines.length - kept.length,
      effective_timeout: timeoutMs / 1_000,
      handle: ending === undefined ? job.id : null,
      reason: ending ? (ending.reason ?? syntaxError(ending.status, lines)) : "The command still runs.",
    };
  } catch (error) {
    job.stop();
    jobs.get(server)?.delete(job.id);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

function remember(server: Server, job: Job, running: boolean): void {
  const known = jobs.get(server) ?? new Map<string, Job>();
  jobs.set(server, known);
  known.delete(job.id);
  if (running) known.set(job.id, job);
  for (const [id, old] of known) {
    if (known.size <= MOST_JOBS) break;
    old.stop();
    known.delete(id);
  }
}

const SYNTAX =
  /unexpected EOF|syntax error|unmatched|parse error|Unterminated quoted string|end of file unexpected/i;

const UNREAD = "The shell could not read the command: it is unfinished or has a syntax error.";

function syntaxError(status: number | null, lines: readonly string[]): string | null {
  if (status === null || status === 0) return null;
  // fish has a status of its own for it, and no word that all of its reports share.
  if (status === 123 && lines.some((line) => line.startsWith("fish: "))) return UNREAD;
  const last = lines.slice(-4).join("\n");
  return SYNTAX.test(last) ? UNREAD : null;
}
