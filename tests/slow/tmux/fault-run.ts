import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Random } from "./random.ts";
import { type Gate, openStage, type Stage } from "./stage.ts";

/** Every way a call may end when the ground moves under it. Anything else is a fault of ours. */
const TYPED = new Set([
  "Busy",
  "BufferNotFound",
  "CursorForeign",
  "CursorInvalid",
  "ExpectedToolError",
  "LibTmuxException",
  "OutcomeUnknown",
  "PaneBusy",
  "PaneDead",
  "PaneGone",
  "PaneInMode",
  "PaneNotFound",
  "ServerReplaced",
  "ShellNotReady",
  "TimeoutError",
  "TmuxObjectDoesNotExist",
  "TmuxServerNotRunning",
  "TmuxSessionExists",
  "UnknownHandle",
]);

const PANES = 6;
const CALLERS = 6;
const TIMEOUT_SECONDS = 5;
/** The call's own time, the time of a wait on top of it, and room for a busy machine. */
const DEADLINE_MS = 30_000;

export interface FaultRun {
  readonly calls: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  /** Calls that did not end, or ended in a way nobody can act on. */
  readonly wrong: readonly string[];
  /** Text that arrived in a pane of another server than the one it was sent to. */
  readonly strayed: readonly string[];
}

/** Makes calls of many kinds while servers, clients, hidden sessions and panes are taken away at random. */
export async function runFaults(count: number, seed: number): Promise<FaultRun> {
  await using stage = openStage();
  const gate = await stage.gate({ timeoutSeconds: TIMEOUT_SECONDS });
  const world = new World(stage);
  await world.rise();
  const tally = { next: 0, outcomes: {} as Record<string, number>, wrong: [] as string[] };
  let over = false;
  const breaking = (async () => {
    const random = new Random(seed, -1);
    while (!over) {
      await delay(random.between(20, 250));
      await world.breakSomething(random);
    }
  })();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (tally.next < count) {
        const index = tally.next++;
        const random = new Random(seed, index);
        const outcome = await oneCall(gate, world, random, tally.wrong);
        tally.outcomes[outcome] = (tally.outcomes[outcome] ?? 0) + 1;
        // Faster than the faults, the run would be over before many of them.
        await delay(random.between(0, 15));
      }
    }),
  );
  over = true;
  await breaking;
  await gate.close();
  return {
    calls: count,
    outcomes: tally.outcomes,
    faults: world.faults,
    wrong: tally.wrong,
    strayed: world.strayed(),
  };
}

async function oneCall(gate: Gate, world: World, random: Random, wrong: string[]): Promise<string> {
  const { name, args } = wanted(world, random);
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), DEADLINE_MS);
  const told = gate.call(name, args).catch((error: unknown) => String(error));
  const answer = await Promise.race([told, late.promise]);
  clearTimeout(timer);
  if (typeof answer === "string") {
    wrong.push(`${name} ${JSON.stringify(args)}: ${answer}`);
    return answer;
  }
  if (!answer.isError) return "ok";
  if (!TYPED.has(answer.failure ?? ""))
    wrong.push(`${name} ${JSON.stringify(args)}: ${answer.failure} ${answer.text}`);
  return answer.failure ?? "untyped";
}

function wanted(world: World, random: Random): { name: string; args: Record<string, unknown> } {
  const pane_id = `%${random.between(0, PANES + 1)}`;
  const word = `word${random.between(0, 1e9)}`;
  return random.pick<() => { name: string; args: Record<string, unknown> }>([
    () => ({ name: "list_sessions", args: {} }),
    () => ({ name: "list_panes", args: {} }),
    () => ({ name: "list_windows", args: {} }),
    () => ({ name: "get_server_info", args: {} }),
    () => ({ name: "list_servers", args: {} }),
    () => ({ name: "capture_pane", args: { pane_id } }),
    () => ({ name: "snapshot_pane", args: { pane_id } }),
    () => ({ name: "capture_since", args: { pane_id } }),
    () => ({ name: "get_pane_info", args: { pane_id } }),
    () => ({ name: "search_panes", args: { pattern: word } }),
    () => ({ name: "display_message", args: { format_string: "#{pid}", pane_id } }),
    () => ({ name: "send_keys", args: { pane_id, keys: `from-${world.age} ${word}`, literal: true } }),
    () => ({ name: "paste_text", args: { pane_id, text: `from-${world.age} ${word}\n` } }),
    () => ({ name: "set_pane_title", args: { pane_id, title: word } }),
    () => ({ name: "run_command", args: { pane_id, command: `echo ${word}; sleep 0.1`, timeout: 2 } }),
    () => ({
      name: "run_command",
      args: { session_name: "shell", command: `echo ${word}; sleep 0.1`, timeout: 2 },
    }),
    () => ({ name: "wait_for_text", args: { pane_id, patterns: [word], timeout: 1 } }),
    () => ({ name: "wait_for_idle", args: { pane_id, timeout: 1 } }),
    () => ({ name: "wait_for_channel", args: { channel: word, timeout: 0.5 } }),
    () => ({ name: "signal_channel", args: { channel: word } }),
    () => ({ name: "load_buffer", args: { content: word } }),
    () => ({ name: "create_window", args: { session_name: "shell", window_name: word } }),
    () => ({ name: "split_window", args: { session_name: "shell" } }),
    () => ({ name: "resize_pane", args: { pane_id, height: random.between(2, 20) } }),
    () => ({ name: "respawn_pane", args: { pane_id, shell: "exec cat" } }),
    () => ({ name: "create_session", args: { session_name: word } }),
    () => ({ name: "show_option", args: { option: "history-limit", global_: true } }),
    () => ({
      name: "call_readonly_tools_batch",
      args: {
        operations: [
          { tool: "list_panes", arguments: {} },
          { tool: "capture_pane", arguments: { pane_id } },
        ],
        on_error: "continue",
      },
    }),
  ])();
}

/** The server that is broken again and again; each one is an age of its own, and its panes write down what they read. */
class World {
  readonly #stage: Stage;
  readonly faults: Record<string, number> = {};
  age = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async rise(): Promise<void> {
    for (let patience = 0; ; patience += 1) {
      try {
        this.#tmux("new-session", "-d", "-s", "keep", this.#reader(this.age + 1));
        break;
      } catch (error) {
        // The server that was killed may hold its socket a moment longer, and a call may have started one.
        if (patience > 100) throw error;
        await delay(20);
      }
    }
    this.age += 1;
    for (let i = 1; i < PANES; i += 1) this.#tmux("new-window", "-d", "-t", "keep:", this.#reader(this.age));
    this.#tmux("new-session", "-d", "-s", "shell", "exec env PS1='$ ' HISTFILE= bash --norc --noprofile");
  }

  async breakSomething(random: Random): Promise<void> {
    const [name, act] = random.pick<readonly [string, () => void | Promise<void>]>([
      ["server killed", () => this.#server("SIGKILL")],
      ["server ended", () => this.#server("SIGTERM")],
      ["client killed", () => this.#client(random, "SIGKILL")],
      ["client killed", () => this.#client(random, "SIGKILL")],
      ["client detached", () => this.#detach(random)],
      ["hidden session killed", () => this.#anchor(random)],
      ["hidden session killed", () => this.#anchor(random)],
      ["pane killed", () => this.#pane(random)],
      ["pane killed", () => this.#pane(random)],
      ["program killed", () => this.#program(random)],
    ]);
    try {
      await act();
      this.faults[name] = (this.faults[name] ?? 0) + 1;
    } catch {
      // What was to be broken is gone already; the server is brought back below.
    }
    if (!this.#alive()) await this.rise();
  }

  /** Lines that were meant for a pane of another age. */
  strayed(): string[] {
    return readdirSync(this.#stage.folder)
      .filter((name) => name.startsWith("read-"))
      .flatMap((name) => {
        const age = name.split("-")[1];
        const path = join(this.#stage.folder, name);
        const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
        return lines
          .filter((line) => line.includes("from-") && !line.includes(`from-${age} `))
          .map((line) => `${name} read ${line}`);
      });
  }

  #reader(age: number): string {
    return `exec cat >> '${this.#stage.folder}/read-${age}-'$$`;
  }

  async #server(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    process.kill(this.#stage.pid(), signal);
  }

  #client(random: Random, signal: "SIGKILL"): void {
    process.kill(Number(random.pick(this.#list("list-clients", "#{client_pid}"))), signal);
  }

  #detach(random: Random): void {
    this.#tmux("detach-client", "-t", random.pick(this.#list("list-clients", "#{client_name}")));
  }

  #anchor(random: Random): void {
    const hidden = this.#list("list-sessions", "#{session_name}").filter((name) =>
      name.startsWith("_termgate-"),
    );
    this.#tmux("kill-session", "-t", `=${random.pick(hidden)}`);
  }

  #pane(random: Random): void {
    this.#tmux(
      "kill-pane",
      "-t",
      random.pick(this.#tmux("list-panes", "-a", "-F", "#{pane_id}").split("\n")),
    );
  }

  #program(random: Random): void {
    process.kill(
      Number(random.pick(this.#tmux("list-panes", "-a", "-F", "#{pane_pid}").split("\n"))),
      "SIGKILL",
    );
  }

  #alive(): boolean {
    try {
      return this.#list("list-sessions", "#{session_name}").includes("keep");
    } catch {
      return false;
    }
  }

  #list(command: string, format: string): string[] {
    return this.#tmux(command, "-F", format).split("\n").filter(Boolean);
  }

  #tmux(...args: string[]): string {
    return this.#stage.tmux(...args);
  }
}
