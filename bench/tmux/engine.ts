/** How far the verbs of the engine are from one bare round trip to tmux (R), measured side by side in one run. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { capture, snapshot } from "../../src/tmux/capture.ts";
import { listPanes, listSessions, listWindows } from "../../src/tmux/listing.ts";
import { sendKeys } from "../../src/tmux/keys.ts";
import { runCommand } from "../../src/tmux/run/command.ts";
import { searchPanes } from "../../src/tmux/search.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import type { Server } from "../../src/tmux/server.ts";
import { captureSince } from "../../src/tmux/since/capture-since.ts";
import { resolvePane } from "../../src/tmux/target.ts";
import { Tmux } from "../../src/tmux/tmux.ts";
import { waitForText } from "../../src/tmux/wait/text.ts";
import { createWindow } from "../../src/tmux/windows.ts";
import { within } from "../../src/tmux/within.ts";
import { measured, type Row } from "./measured.ts";

const soon = () => within(60_000);
const key = "bench";
const PAUSE_MS = 60;

/** From the moment a program has written a line to the moment we know that it matches. */
async function wakeUp(server: Server, pane: string): Promise<Row> {
  const times: number[] = [];
  for (let i = 0; i < 45; i += 1) {
    const waiting = waitForText(server, pane, {
      patterns: [`^at-${i}-[0-9]+`],
      regex: true,
      timeoutMs: 10_000,
    });
    await delay(PAUSE_MS);
    await sendKeys(server, pane, `${i}`, { enter: true, literal: true, limit: soon() });
    const { matched_lines } = await waiting;
    const now = performance.timeOrigin + performance.now();
    const written = Number(matched_lines[0]?.split("-")[2]) / 1e3;
    if (i >= 5) times.push(now - written);
  }
  times.sort((a, b) => a - b);
  return {
    what: "text written to match",
    p50: times[times.length >> 1] ?? Number.NaN,
    p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
  };
}

/** How long another client of the same tmux server waits for an answer while we search: the longest of all. */
async function stalled(server: Server, onlooker: Worker): Promise<Row> {
  const longest: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    onlooker.postMessage("begin");
    await searchPanes(server, { pattern: "no (such|text)$", regex: true, start: -2_000 }, soon());
    onlooker.postMessage("end");
    longest.push(((await once(onlooker, "message")) as [number])[0]);
  }
  longest.sort((a, b) => a - b);
  return {
    what: "another client's longest wait meanwhile",
    p50: longest[longest.length >> 1] ?? Number.NaN,
    p95: longest[Math.floor(longest.length * 0.95)] ?? Number.NaN,
  };
}

/** A machine that has just been idle takes longer for everything; what happens once in a while is held against this. */
async function afterPause(server: Server): Promise<Row> {
  const times: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    await delay(PAUSE_MS);
    const started = performance.now();
    await server.read(["display-message -p x"], soon());
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return {
    what: "bare round trip after a pause",
    p50: times[20] ?? Number.NaN,
    p95: times[38] ?? Number.NaN,
  };
}

async function bench(server: Server, onlooker: Worker, panes: number): Promise<void> {
  const session = await createSession(
    server,
    { name: `bench${panes}`, width: 80, height: 24, shell: "env PS1='$ ' HISTFILE= bash --norc --noprofile" },
    soon(),
  );
  const pane = session.active_pane_id ?? "";
  for (let i = 1; i < panes; i += 1)
    await createWindow(server, session.session_id, { shell: "seq 1 2000; exec cat" }, soon());
  const place = await resolvePane(server, { pane_id: pane }, soon());
  const clock = await createWindow(
    server,
    session.session_id,
    // The shell's own clock: starting a program that tells the time would be measured as well.
    { shell: `exec bash -c 'while read -r n; do echo "at-$n-\${EPOCHREALTIME/[.,]/}"; done'` },
    soon(),
  );
  await runCommand(server, pane, { command: "seq 1 2000", timeoutMs: 10_000 });
  let { cursor } = await captureSince(server, { target: { pane_id: pane }, key }, soon());
  const short = { pane_id: clock.active_pane_id };
  let { cursor: early } = await captureSince(server, { target: short, key }, soon());
  const bare = await measured("bare round trip (R)", 300, () =>
    server.read(["display-message -p x"], soon()),
  );
  const rows = [
    bare,
    await measured("listSessions", 200, () => listSessions(server, soon())),
    await measured("listWindows", 50, () => listWindows(server, {}, soon())),
    await measured("listPanes, one window", 200, () => listPanes(server, place, soon())),
    await measured("listPanes, all", 50, () => listPanes(server, {}, soon())),
    await measured("resolvePane by id", 200, () => resolvePane(server, { pane_id: pane }, soon())),
    await measured("capture, screen", 200, () => capture(server, pane, {}, soon())),
    await measured("capture, 2000 rows", 50, () => capture(server, pane, { start: -2000 }, soon())),
    await measured("snapshot", 200, () => snapshot(server, pane, {}, soon())),
    await measured(
      "captureSince, nothing new",
      100,
      async () => ({ cursor: early } = await captureSince(server, { cursor: early, key }, soon())),
    ),
    await measured(
      "captureSince, nothing new, history full",
      100,
      async () => ({ cursor } = await captureSince(server, { cursor, key }, soon())),
    ),
    await measured("searchPanes, visible", 20, () =>
      searchPanes(server, { pattern: "no such text" }, soon()),
    ),
    await measured("searchPanes, 2000 rows each, expression", 3, () =>
      searchPanes(server, { pattern: "no (such|text)$", regex: true, start: -2000 }, soon()),
    ),
    await stalled(server, onlooker),
    await measured("runCommand true, bash", 100, () =>
      runCommand(server, pane, { command: "true", timeoutMs: 10_000 }),
    ),
    await afterPause(server),
    await wakeUp(server, clock.active_pane_id ?? ""),
  ];
  console.log(`\n${panes} panes`);
  for (const { what, p50, p95 } of rows) {
    console.log(
      `${what.padEnd(42)} p50 ${p50.toFixed(3).padStart(9)} ms  p95 ${p95.toFixed(3).padStart(9)} ms  ${(p50 / bare.p50).toFixed(1).padStart(7)} R`,
    );
  }
}

const folder = mkdtempSync(join(tmpdir(), "tg-bench-"));
for (const panes of [2, 200]) {
  const options = {
    tmuxBin: "tmux",
    socketPath: join(folder, `s${panes}`),
    environment: { PATH: process.env["PATH"], HOME: folder, LANG: "C.UTF-8", SHELL: "/bin/sh" },
    cursorKey: key,
    configFile: "/dev/null",
  };
  const tmux = new Tmux(options);
  await createSession(tmux.server(), { name: "first", shell: "exec cat" }, soon());
  const onlooker = new Worker(new URL("onlooker.ts", import.meta.url), { workerData: options });
  try {
    await once(onlooker, "message");
    await bench(tmux.server(), onlooker, panes);
  } finally {
    onlooker.postMessage("close");
    await once(onlooker, "exit");
    await tmux
      .server()
      .write(["kill-server"], within(2_000))
      .catch(() => {});
    await tmux.close();
  }
}
rmSync(folder, { recursive: true, force: true });
