import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { ToolError } from "../errors.ts";
import { endTree } from "../os/end-tree.ts";
import { start } from "../os/process.ts";
import { type Entry, Tree } from "../os/tree.ts";
import type { Redactor } from "../redact/redactor.ts";
import { type Kept, Output, type OutputLimit } from "./output.ts";

export interface Job {
  /** The text that was judged, byte for byte. */
  readonly text: string;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  progress?(elapsedMs: number, bytes: number): void;
}

export interface Outcome {
  /** -1 when a signal ended the shell. */
  readonly exitCode: number;
  readonly signal: string | undefined;
  /** Why it ended: by itself, or because it was made to. */
  readonly ended: "exit" | "timeout" | "cancelled";
  readonly durationMs: number;
  readonly stdout: Kept;
  readonly stderr: Kept;
  /** What still ran when the shell was gone and was ended with it, such as a process that called setsid. */
  readonly leftBehind: readonly Entry[];
  /** What not even KILL could end. */
  readonly survivors: readonly Entry[];
}

export interface ExecutorOptions {
  readonly shell: string;
  readonly redactor: Redactor;
  readonly limit: OutputLimit;
  readonly graceMs: number;
}

const WATCH_MS = 250;
/** A helper in `>( … )` may write on for a moment after the shell has gone. */
const SETTLE_MS = 300;
const NOTHING_LEFT: readonly Entry[] = [];

/** Runs judged text with the shell it was judged for. Nothing it starts outlives the call. */
export async function execute(job: Job, options: ExecutorOptions): Promise<Outcome> {
  const began = performance.now();
  const run = begin(job, options);
  watch(run, job, began);
  const ended = await run.over.finally(() => run.quiet());
  const left = ended === "exit" ? await leftovers(run) : NOTHING_LEFT;
  const mustEnd = ended !== "exit" || left.length > 0;
  const survivors = mustEnd ? await endTree(run.tree, options.graceMs) : NOTHING_LEFT;
  // A pipe that outlived everyone we know is held by someone we do not; what it says later is not ours to wait for.
  if (mustEnd) await Promise.race([run.closed, pause(SETTLE_MS, undefined, { ref: false })]);
  run.child.stdout?.destroy();
  run.child.stderr?.destroy();
  const [code, signal] = await Promise.race([
    run.exit,
    pause(SETTLE_MS, [null, "SIGKILL"] as const, { ref: false }),
  ]);
  return {
    exitCode: code ?? -1,
    signal: signal ?? undefined,
    ended,
    durationMs: Math.round(performance.now() - began),
    stdout: run.stdout.finish(),
    stderr: run.stderr.finish(),
    leftBehind: left,
    survivors,
  };
}

type ChildProcess = ReturnType<typeof start>;

interface Run {
  readonly child: ChildProcess;
  readonly tree: Tree;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly exit: Promise<readonly [number | null, string | null]>;
  readonly closed: Promise<unknown>;
  /** The first reason to stop waiting. */
  readonly over: Promise<Outcome["ended"]>;
  stop(why: Outcome["ended"]): void;
  /** Stops the timers and listeners of a run that is over. */
  quiet(): void;
  onQuiet(undo: () => void): void;
}

function begin(job: Job, options: ExecutorOptions): Run {
  requireFolder(job.cwd);
  const id = randomUUID();
  let child: ChildProcess;
  try {
    child = start(options.shell, ["--noprofile", "--norc", "-c", "--", job.text], {
      cwd: job.cwd,
      env: { ...job.environment, TERMGATE_RUN: id },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
  } catch (cause) {
    throw cannotStart(options.shell, cause);
  }
  const exit = Promise.withResolvers<readonly [number | null, string | null]>();
  const closed = Promise.withResolvers<void>();
  const over = Promise.withResolvers<Outcome["ended"]>();
  const undo: (() => void)[] = [];
  const run: Run = {
    child,
    tree: new Tree(child.pid ?? 0, `TERMGATE_RUN=${id}`),
    stdout: new Output(options.redactor, options.limit),
    stderr: new Output(options.redactor, options.limit),
    exit: exit.promise,
    closed: closed.promise,
    over: over.promise,
    stop: over.resolve,
    quiet: () => undo.forEach((one) => one()),
    onQuiet: (one) => undo.push(one),
  };
  child.stdout?.on("data", (chunk: Buffer) => run.stdout.write(chunk));
  child.stderr?.on("data", (chunk: Buffer) => run.stderr.write(chunk));
  child.once("error", (cause) => over.reject(cannotStart(options.shell, cause)));
  child.once("exit", (code, signal) => {
    exit.resolve([code, signal]);
    over.resolve("exit");
  });
  child.once("close", () => closed.resolve());
  return run;
}

/** Ends the wait at the deadline or a cancel, and keeps a list of the family while it is young. */
function watch(run: Run, job: Job, began: number): void {
  const cancel = () => run.stop("cancelled");
  if (job.signal.aborted) cancel();
  job.signal.addEventListener("abort", cancel);
  const timer = setTimeout(() => run.stop("timeout"), job.timeoutMs);
  const look = setInterval(() => {
    run.tree.members();
    job.progress?.(performance.now() - began, run.stdout.bytes + run.stderr.bytes);
  }, WATCH_MS);
  run.onQuiet(() => {
    job.signal.removeEventListener("abort", cancel);
    clearTimeout(timer);
    clearInterval(look);
  });
}

/** Who is still there once the shell has gone and its helpers had a moment to finish. */
async function leftovers(run: Run): Promise<readonly Entry[]> {
  await Promise.race([run.closed, pause(SETTLE_MS, undefined, { ref: false })]);
  const deadline = performance.now() + SETTLE_MS;
  let left = run.tree.members();
  while (left.length > 0 && performance.now() < deadline) {
    await pause(20);
    left = run.tree.members();
  }
  return left;
}

function requireFolder(cwd: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new ToolError("WorkingDirectoryNotFound", "working_directory is not a folder that exists.", {
    suggestion: "Name an existing folder by its absolute path, or leave working_directory out.",
  });
}

function cannotStart(shell: string, cause: unknown): ToolError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
  const tooLong = code === "E2BIG";
  return new ToolError(
    "CommandFailedToStart",
    `The command failed to execute: ${shell} could not be started (${code}).`,
    {
      suggestion: tooLong
        ? "The text is longer than the system accepts; put it in a file and run that."
        : "Check the setting shell.program and the working_directory.",
      expected: tooLong,
      cause,
    },
  );
}
