/**
 * What run_command adds to a command, shell by shell: beside it stands the same thing typed by hand, from the keys to the
 * next prompt. Both run it in a process of its own; what the shell takes for that is not ours to save.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../src/os/process.ts";
import { typed } from "../../src/tmux/keys.ts";
import { runCommand } from "../../src/tmux/run/command.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import type { Server } from "../../src/tmux/server.ts";
import { resolvePane } from "../../src/tmux/target.ts";
import { Tmux } from "../../src/tmux/tmux.ts";
import { within } from "../../src/tmux/within.ts";
import { measured } from "./measured.ts";

const soon = () => within(60_000);

interface Shell {
  readonly start: string;
  /** The same by hand: `true` in a process of its own. */
  readonly line: string;
  readonly prompt: RegExp;
}

const SHELLS: Readonly<Record<string, Shell>> = {
  bash: { start: "exec env PS1='$ ' HISTFILE= bash --norc --noprofile", line: " (true)", prompt: /\$ $/ },
  dash: { start: "exec env PS1='$ ' dash", line: " (true)", prompt: /\$ $/ },
  zsh: { start: "exec env PS1='%% ' zsh -f", line: " (true)", prompt: /% (\x1b\[[?\d;]*[A-Za-z])*$/ },
  fish: {
    start: "exec env fish_history= fish --no-config --private",
    line: " fish --no-config -c true",
    prompt: /[>#] (\x1b\[[?\d;]*[A-Za-z]|\r)*$/,
  },
};

async function byHand(server: Server, paneId: string, { line, prompt }: Shell): Promise<void> {
  const back = Promise.withResolvers<void>();
  let heard = "";
  const output = (bytes: Buffer) => {
    heard += bytes.toString();
    const end = heard.indexOf("\n");
    if (end >= 0 && prompt.test(heard.slice(end))) back.resolve();
  };
  const place = await resolvePane(server, { pane_id: paneId }, soon());
  const watched = await server.watch.join(
    place,
    { output, gone: (why) => back.reject(new Error(why)) },
    soon(),
  );
  await Promise.all([watched.ask(typed(paneId, `${line}\r`), soon(), { changes: true }), back.promise]);
  watched.leave();
}

async function bench(server: Server, name: string, shell: Shell): Promise<void> {
  const session = await createSession(server, { name, width: 80, height: 24, shell: shell.start }, soon());
  const pane = session.active_pane_id ?? "";
  const work = () => runCommand(server, pane, { command: "true", timeoutMs: 10_000 });
  await work();
  const bare = await measured("R", 300, () => server.read(["display-message -p x"], soon()));
  const ours = await measured("run_command", 100, work);
  const hand = await measured("by hand", 100, () => byHand(server, pane, shell));
  const cells = [bare.p50, hand.p50, ours.p50].map((ms) => `${ms.toFixed(3)} ms`.padStart(12));
  const [base, added] = [hand.p50 / bare.p50, (ours.p50 - hand.p50) / bare.p50];
  console.log(
    name.padEnd(8),
    ...cells,
    `${base.toFixed(1)} R`.padStart(10),
    `${added.toFixed(1)} R`.padStart(10),
  );
}

const folder = mkdtempSync(join(tmpdir(), "tg-bench-"));
const tmux = new Tmux({
  tmuxBin: "tmux",
  socketPath: join(folder, "s"),
  environment: { PATH: process.env["PATH"], HOME: folder, LANG: "C.UTF-8", SHELL: "/bin/sh" },
  cursorKey: "bench",
  configFile: "/dev/null",
});
console.log(
  ["shell   ", "R", "by hand", "run_command", "by hand", "added"]
    .map((head, i) => (i < 4 ? head.padStart(i && 12) : head.padStart(10)))
    .join(" "),
);
try {
  for (const [name, shell] of Object.entries(SHELLS)) {
    const there = await run("/bin/sh", ["-c", `command -v ${name}`], { timeoutMs: 5_000 });
    if (there.code === 0) await bench(tmux.server(), name, shell);
    else console.log(`${name} is not installed.`);
  }
} finally {
  await tmux
    .server()
    .write(["kill-server"], within(2_000))
    .catch(() => {});
  await tmux.close();
  rmSync(folder, { recursive: true, force: true });
}
