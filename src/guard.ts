import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { createGate, createInbox } from "./approvals/create.ts";
import type { Gate } from "./approvals/gate.ts";
import { popupKnock } from "./approvals/popup.ts";
import { tmuxPopup } from "./approvals/popup-door.ts";
import { type Lazy, lazy } from "./house.ts";
import { approve } from "./middleware/approve.ts";
import { redact } from "./middleware/redact.ts";
import { strictnessOf } from "./middleware/strictness.ts";
import type { Verdict } from "./policy/verdict.ts";
import { createRedactor, type Redactor } from "./redact/redactor.ts";
import type { Settings } from "./settings/table.ts";
import type { PipelineEvent } from "./shell/event.ts";
import type { ShellRoom } from "./shell/room.ts";
import { commandEnvironment, platformOf, rulesOf, searchPathOf, worldIn } from "./shell/world.ts";
import type { Call, Middleware } from "./tools/tool.ts";
import type { LineTracker } from "./tools/typed-lines.ts";
import { VERSION } from "./version.ts";

export interface GuardOptions {
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly stateDir: string;
  readonly cwd: string;
  /** Told of every step; `call` is the one that is being served. */
  readonly events: (event: PipelineEvent, call: Call | undefined) => void;
  readonly tracker?: LineTracker | undefined;
}

export interface Guard {
  readonly redactor: Redactor;
  readonly approve: Middleware;
  readonly redact: Middleware;
  readonly shell: Lazy<ShellRoom>;
  close(): Promise<void>;
}

/** Judge, approvals, shell and redaction, built from the same settings so that they mean the same world. */
export function createGuard(options: GuardOptions): Guard {
  const { settings, environment, stateDir, cwd } = options;
  const { redactEnvPatterns, passEnvironment } = settings.shell;
  const redactor = createRedactor({ environment, patterns: redactEnvPatterns, allowed: passEnvironment });
  const variables = commandEnvironment({ settings, environment });
  const calls = new AsyncLocalStorage<Call>();
  const events = (event: PipelineEvent) => options.events(event, calls.getStore());

  const judge = lazy(async () => {
    const { judge } = await import("./policy/judge.ts");
    const world = worldIn({ ...options, project: cwd, rules: await rulesOf(settings) });
    return oncePerCall((command, folder) => judge(command, world(folder)), calls);
  });
  const inbox = createInbox(settings, stateDir);
  let gate: Gate | undefined;
  const layer = approve({
    cwd,
    tracker: options.tracker,
    judge,
    gate: () =>
      (gate ??= createGate(settings, {
        inbox,
        searchPath: searchPathOf(variables),
        policyVersion: policyVersion(settings),
        redact: redactor.text,
        knock: settings.approvals.popup ? popupIn(options) : undefined,
      })),
    strictness: strictnessOf(settings),
    redact: redactor.text,
    events,
  });

  const shell = lazy(async () => {
    const { ShellRoom } = await import("./shell/room.ts");
    const { listsFor } = await import("./shell/lists.ts");
    return new ShellRoom({
      settings,
      redactor,
      judge: await judge(),
      environment: variables,
      cwd,
      lists: listsFor(platformOf(process.platform)),
      events,
    });
  });

  return {
    redactor,
    approve: (call, next) => calls.run(call, () => layer(call, next)),
    redact: redact(redactor),
    shell,
    async close() {
      await (await shell.built())?.close();
      inbox.close();
    },
  };
}

/** The popup opens in the tmux the person started termgate from, else in the one the settings name. */
function popupIn({ settings, environment, stateDir }: GuardOptions) {
  const { tmuxBin, socket, socketPath } = settings.tmux;
  const own = environment["TMUX"]?.split(",")[0];
  const path = own !== undefined && own !== "" ? own : socketPath;
  const door = tmuxPopup({
    tmuxBin: tmuxBin ?? "tmux",
    socket: path !== undefined ? ["-S", path] : socket !== undefined ? ["-L", socket] : [],
    environment: commandEnvironment({ settings, environment }),
    timeoutMs: settings.approvals.timeoutSeconds * 1_000,
  });
  return popupKnock(door, { node: process.execPath, script: process.argv[1] ?? "", stateDir });
}

type Judge = (command: string, cwd: string) => Verdict;

/**
 * The gate and the room both judge; within one call an `allow` is found once. Anything that waited for a person is
 * judged again right before it runs.
 */
function oncePerCall(judge: Judge, calls: AsyncLocalStorage<Call>): Judge {
  const allowed = new WeakMap<Call, { command: string; cwd: string; verdict: Verdict }>();
  return (command, cwd) => {
    const call = calls.getStore();
    const known = call && allowed.get(call);
    if (known?.command === command && known.cwd === cwd) return known.verdict;
    const verdict = judge(command, cwd);
    if (call && verdict.verdict === "allow") allowed.set(call, { command, cwd, verdict });
    return verdict;
  };
}

/** A yes given under other rules is none: whatever decides a verdict is part of what was approved. */
function policyVersion({ shell, approvals }: Settings): string {
  return `${VERSION}:${createHash("sha256")
    .update(JSON.stringify([shell, approvals]))
    .digest("hex")}`;
}
