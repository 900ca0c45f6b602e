import { existsSync } from "node:fs";
import { ToolError } from "../errors.ts";
import type { SafeCommand } from "../policy/catalogue.ts";
import type { ProtectedEntry } from "../policy/paths/protected.ts";
import type { Verdict } from "../policy/verdict.ts";
import type { Redactor } from "../redact/redactor.ts";
import type { Settings } from "../settings/table.ts";
import { quietGit } from "./environment.ts";
import type { EventSink } from "./event.ts";
import { execute, type ExecutorOptions, type Outcome } from "./execute.ts";
import { Slots } from "./slots.ts";

/** What a caller may be told about the judge's own lists. */
export interface Lists {
  safeCommands(): readonly SafeCommand[];
  protectedPlaces(): readonly ProtectedEntry[];
  /** The names among these that a person can trust at all; catastrophic ones never. */
  trustable(names: readonly string[]): readonly string[];
}

export interface ShellRoomOptions {
  readonly settings: Pick<Settings, "shell">;
  readonly redactor: Redactor;
  readonly judge: (command: string, cwd: string) => Verdict;
  /** What commands get; the server's own variables never reach them whole. */
  readonly environment: Readonly<Record<string, string>>;
  /** Folder of a command whose call names none. */
  readonly cwd: string;
  readonly lists: Lists;
  readonly events: EventSink;
}

export interface RunRequest {
  readonly text: string;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  progress?(elapsedMs: number, bytes: number): void;
}

export interface Ran extends Outcome {
  readonly verdict: Verdict;
}

/** Where a judged command runs: a fixed shell, a clean environment, a limited number of places. */
export class ShellRoom {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly lists: Lists;
  readonly #options: ShellRoomOptions;
  readonly #slots: Slots;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: ShellRoomOptions) {
    this.#options = options;
    this.cwd = options.cwd;
    this.environment = options.environment;
    this.lists = options.lists;
    this.#slots = new Slots(options.settings.shell.maxConcurrency);
  }

  async run(request: RunRequest): Promise<Ran> {
    const { judge, environment } = this.#options;
    const verdict = judge(request.text, request.cwd);
    // The gate has refused this already; should a road ever miss the gate, it ends here.
    if (verdict.verdict === "block") {
      throw new ToolError("CommandBlocked", `BLOCKED: ${verdict.reasons.join(" ")}`, {
        suggestion: verdict.advice,
      });
    }
    const git = verdict.verdict === "allow" ? quietGit() : {};
    const job = {
      ...request,
      environment: { ...environment, ...git },
      signal: AbortSignal.any([request.signal, this.#closing.signal]),
    };
    const running = this.#slots.use(() => execute(job, this.#executor()));
    this.#running.add(running);
    try {
      const outcome = await running;
      this.#tell(request, outcome);
      return { ...outcome, verdict };
    } catch (error) {
      const { events, redactor } = this.#options;
      const why = error instanceof Error ? error.message : "unknown";
      events({ event: "COMMAND_ERROR", command: redactor.text(request.text), error: redactor.text(why) });
      throw error;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Ends every command that still runs, with all it started. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }

  #executor(): ExecutorOptions {
    const { shell } = this.#options.settings;
    return {
      shell: shell.program ?? SYSTEM_BASH,
      redactor: this.#options.redactor,
      limit: { bytes: shell.maxOutputBytes, keep: shell.keepOutput },
      graceMs: shell.killGraceMs,
    };
  }

  #tell(request: RunRequest, outcome: Outcome): void {
    const { events, redactor } = this.#options;
    const command = redactor.text(request.text);
    if (outcome.ended === "timeout") {
      events({ event: "COMMAND_TIMEOUT", command, timeout_secs: request.timeoutMs / 1_000 });
    } else {
      const { exitCode: exit_code, durationMs: duration_ms } = outcome;
      events({ event: "COMMAND_EXECUTED", command, exit_code, duration_ms });
    }
  }
}

const SYSTEM_BASH =
  ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"].find((path) => existsSync(path)) ?? "/bin/bash";
