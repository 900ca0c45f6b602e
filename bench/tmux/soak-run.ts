/** Runs many commands in each shell and compares status and output with what they must be: soak-run.ts [count] [shell]. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { capture } from "../../src/tmux/capture.ts";
import { runCommand } from "../../src/tmux/run/command.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import { Tmux } from "../../src/tmux/tmux.ts";
import { within } from "../../src/tmux/within.ts";

interface Case {
  readonly command: string;
  readonly status: number;
  readonly output: readonly string[] | ((lines: readonly string[]) => boolean);
}

const SHELLS: Readonly<Record<string, string>> = {
  bash: "env PS1='$ ' HISTFILE= bash --norc --noprofile",
  dash: "env PS1='$ ' dash",
  zsh: "env PS1='%% ' zsh -f",
  fish: "env fish_history= fish --no-config --private",
};

const count = (to: number) => Array.from({ length: to }, (_, i) => String(i + 1));

function nth(i: number): Case {
  const status = i % 256;
  const cases: readonly Case[] = [
    { command: `echo ${i}; exit ${status}`, status, output: [String(i)] },
    { command: `seq 1 ${i % 700}; sh -c 'exit ${status}'`, status, output: count(i % 700) },
    { command: `printf 'no newline ${i}'; exit ${status}`, status, output: [`no newline ${i}`] },
    { command: `echo 'two\nlines ${i}'\n\nexit ${status}`, status, output: ["two", `lines ${i}`] },
    { command: `sh -c 'kill -TERM $$'`, status: 143, output: () => true },
    { command: `sh -c 'kill -KILL $$'`, status: 137, output: () => true },
    {
      command: `printf '\\377\\376\\001\\002 bin\\n'; exit ${status}`,
      status,
      output: (lines) => lines[0]?.endsWith("bin") === true,
    },
    { command: `printf '\\033[?1049hhidden\\033[?1049lseen\\n'; exit ${status}`, status, output: ["seen"] },
    { command: `echo '${"é 中 🐙 ".repeat(300)}' | wc -c | tr -d ' '`, status: 0, output: ["3601"] },
    {
      command: `echo "it's #{pid} %s \\"q\\" ; & | <x>" ; exit ${status}`,
      status,
      output: [`it's #{pid} %s "q" ; & | <x>`],
    },
  ];
  if (i % 500 === 499)
    return {
      command: "yes 'a line of some length that is printed' | head -c 10000000",
      status: 0,
      output: (lines) => lines.join("\n").length === 10_000_000,
    };
  return cases[i % cases.length] as Case;
}

async function soak(tmux: Tmux, shell: string, total: number): Promise<number> {
  const server = tmux.server();
  const session = await createSession(
    server,
    { name: shell, width: 80, height: 24, shell: SHELLS[shell] },
    within(10_000),
  );
  const pane = session.active_pane_id ?? "";
  let wrong = 0;
  const times: number[] = [];
  for (let i = 0; i < total; i += 1) {
    const { command, status, output } = nth(i);
    const started = performance.now();
    const result = await runCommand(server, pane, { command, timeoutMs: 60_000 }).catch(
      (error: Error) => error,
    );
    times.push(performance.now() - started);
    const right =
      !(result instanceof Error) &&
      result.exit_status === status &&
      (typeof output === "function"
        ? output(result.output)
        : JSON.stringify(output) === JSON.stringify(result.output));
    if (right) continue;
    wrong += 1;
    console.log(
      `${shell} #${i}`,
      JSON.stringify(command).slice(0, 80),
      result instanceof Error
        ? result.message
        : JSON.stringify({ ...result, output: result.output.slice(0, 5) }),
    );
  }
  const left = (await capture(server, pane, { start: "-" }, within(10_000))).filter((row) =>
    /7770|__t|stty/.test(row),
  );
  times.sort((a, b) => a - b);
  console.log(
    `${shell}: ${total - wrong} of ${total} right, median ${times[times.length >> 1]?.toFixed(1)} ms, rows of ours left: ${left.length}`,
  );
  return wrong + left.length;
}

const folder = mkdtempSync(join(tmpdir(), "tg-soak-"));
const tmux = new Tmux({
  tmuxBin: "tmux",
  socketPath: join(folder, "s"),
  environment: { PATH: process.env["PATH"], HOME: folder, LANG: "C.UTF-8", SHELL: "/bin/sh" },
  cursorKey: "soak",
  configFile: "/dev/null",
});
const [total = "300", only] = process.argv.slice(2);
let wrong = 0;
try {
  for (const shell of only ? [only] : Object.keys(SHELLS)) wrong += await soak(tmux, shell, Number(total));
} finally {
  await tmux
    .server()
    .write(["kill-server"], within(2_000))
    .catch(() => {});
  await tmux.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = wrong > 0 ? 1 : 0;
