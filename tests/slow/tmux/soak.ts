import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { type Case, KINDS, makeCase, type Shell } from "./commands.ts";
import { Random } from "./random.ts";
import { type Gate, openStage, type Stage } from "./stage.ts";

const SHELLS: Record<Shell, string> = {
  bash: "exec env PS1='$ ' HISTFILE= bash --norc --noprofile",
  dash: "exec env PS1='$ ' dash",
  zsh: "exec env PS1='%% ' zsh -f",
  fish: "exec env fish_history= fish --no-config --private",
};

export interface Soak {
  readonly count: number;
  readonly seed: number;
  /** Bytes the largest output has. */
  readonly most?: number;
  /** Where in the series to begin, to make one case again. */
  readonly first?: number;
  progress?(done: number): void;
}

interface Wrong {
  readonly index: number;
  readonly shell: Shell;
  readonly kind: string;
  readonly command: string;
  readonly problem: string;
}

export interface Soaked {
  readonly shells: readonly Shell[];
  readonly runs: Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly wrong: readonly Wrong[];
  /** What is on the server afterwards that was not before. */
  readonly left: readonly string[];
}

/** Runs random commands in every shell that is installed, one pane each, and holds each answer against what must be. */
export async function soakRuns(soak: Soak): Promise<Soaked> {
  const shells = (Object.keys(SHELLS) as Shell[]).filter(isInstalled);
  await using stage = openStage();
  stage.tmux("new-session", "-d", "-s", "keep", "exec cat");
  const before = belongings(stage);
  const gate = await stage.gate({ waitMaxSeconds: 600, timeoutSeconds: 60 });
  const tally: Tally = { next: soak.first ?? 0, bytes: 0, runs: {}, wrong: [] };
  const end = tally.next + soak.count;
  await Promise.all(shells.map((shell) => new Pane(stage, gate, shell).work(soak, tally, end)));
  await gate.close();
  return {
    shells,
    runs: tally.runs,
    bytes: tally.bytes,
    wrong: tally.wrong,
    left: leftOver(before, belongings(stage)),
  };
}

interface Tally {
  next: number;
  bytes: number;
  readonly runs: Record<string, number>;
  readonly wrong: Wrong[];
}

class Pane {
  readonly #stage: Stage;
  readonly #gate: Gate;
  readonly #shell: Shell;
  #id = "";

  constructor(stage: Stage, gate: Gate, shell: Shell) {
    this.#stage = stage;
    this.#gate = gate;
    this.#shell = shell;
  }

  async work(soak: Soak, tally: Tally, end: number): Promise<void> {
    const { seed, most = 10 << 20 } = soak;
    this.#open();
    while (tally.next < end) {
      const index = tally.next++;
      const random = new Random(seed, index);
      const kind = random.chance(0.02) ? "large" : random.pick(KINDS.filter((name) => name !== "large"));
      const wanted = makeCase(kind, { random, shell: this.#shell, folder: this.#stage.folder, most });
      const problem = await this.#problem(wanted);
      tally.runs[kind] = (tally.runs[kind] ?? 0) + 1;
      tally.bytes += wanted.output.reduce((sum, line) => sum + line.length + 1, 0);
      if (problem !== undefined) {
        tally.wrong.push({ index, shell: this.#shell, kind, command: wanted.command.slice(0, 300), problem });
        // A pane that went wrong must not make the next command look wrong too.
        this.#close();
        this.#open();
      }
      const file = /^cat (\S+\/case-\w+)|; cat (\S+\/case-\w+)/.exec(wanted.command);
      if (file) rmSync(file[1] ?? file[2] ?? "", { force: true });
      soak.progress?.(index + 1);
    }
    this.#close();
  }

  async #problem(wanted: Case): Promise<string | undefined> {
    const answer = await this.#gate.call("run_command", {
      command: wanted.command,
      pane_id: this.#id,
      timeout: 300,
    });
    if (answer.isError) return `failed: ${answer.text}`;
    const { exit_status, output, timed_out, output_truncated, reason } = answer.output;
    if (timed_out || output_truncated) return `timed out ${timed_out}, truncated ${output_truncated}`;
    if (exit_status !== wanted.status)
      return `status ${exit_status} instead of ${wanted.status} (${reason}); output ${excerpt(output)}`;
    return difference(wanted, output);
  }

  #open(): void {
    const command = [
      "new-session",
      "-d",
      "-P",
      "-F",
      "#{pane_id}",
      "-x",
      "80",
      "-y",
      "24",
      "-c",
      this.#stage.folder,
    ];
    this.#id = this.#stage.tmux(...command, SHELLS[this.#shell]);
  }

  #close(): void {
    this.#stage.tmux("kill-pane", "-t", this.#id);
  }
}

function difference({ output: wanted, remark }: Case, got: readonly string[]): string | undefined {
  const lines =
    remark && got.length === wanted.length + 1 && remark.test(got.at(-1) ?? "") ? got.slice(0, -1) : got;
  const at = wanted.findIndex((line, index) => line !== lines[index]);
  if (at < 0 && lines.length === wanted.length) return undefined;
  const from = at < 0 ? wanted.length : at;
  return `${lines.length} lines instead of ${wanted.length}; line ${from}: ${excerpt(lines[from])} instead of ${excerpt(wanted[from])}`;
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

function isInstalled(shell: Shell): boolean {
  try {
    execFileSync(shell, ["-c", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Everything on a server that a command must not add to. */
function belongings(stage: Stage): string[] {
  const asked = [
    ["list-panes", "-a", "-F", "#{session_name} #{pane_id}"],
    ["list-clients"],
    ["list-buffers"],
    ["show-options", "-g"],
    ["show-hooks", "-g"],
    ["show-environment", "-g"],
  ];
  return asked.flatMap(([name = "", ...args]) => stage.tmux(name, ...args).split("\n")).filter(Boolean);
}

function leftOver(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((line) => !before.includes(line));
}
