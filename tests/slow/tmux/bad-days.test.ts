import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { test as base } from "vitest";
import { expect } from "../../house.ts";
import { type Gate, openStage, type Stage } from "./stage.ts";

const SHELL = "exec env PS1='$ ' HISTFILE= bash --norc --noprofile";
const SIZE = ["-x", "80", "-y", "24"];

const test = base.extend<{ stage: Stage; gate: Gate; pane: string }>({
  stage: async ({}, use) => {
    await using stage = openStage();
    await use(stage);
  },
  gate: async ({ stage }, use) => use(await stage.gate({ timeoutSeconds: 3 })),
  pane: async ({ stage }, use) => {
    await use(stage.tmux("new-session", "-d", "-P", "-F", "#{pane_id}", "-s", "work", ...SIZE, SHELL));
  },
});

/** Somebody who writes to a pipe for as long as this is in use. */
function opened(path: string): Disposable {
  const descriptor = openSync(path, "w");
  return { [Symbol.dispose]: () => closeSync(descriptor) };
}

test("200 panes print as fast as they can: reads stay right, memory stays flat, a quiet pane is waited on as ever", async ({
  stage,
  pane,
}) => {
  const gate = await stage.gate({ timeoutSeconds: 60 });
  stage.tmux("set-option", "-g", "history-limit", "100");
  // All lines of one pane are equal, so a row that is torn or from another pane is seen at once.
  const script = join(stage.folder, "flood");
  const go = join(stage.folder, "go");
  // Whoever opens a pipe to read waits until somebody opens it to write: they all begin at once.
  execFileSync("mkfifo", [go]);
  writeFileSync(script, `true < '${go}'\nexec yes "pane $1 ${"abcdefgh".repeat(4)} $1"\n`);
  const flood = (i: number) => `exec sh '${script}' ${i}`;
  stage.tmux("new-session", "-d", "-s", "flood", ...SIZE, flood(0));
  for (let i = 1; i < 200; i += 1) stage.tmux("new-window", "-d", "-t", "flood:", flood(i));
  const panes = stage.tmux("list-panes", "-s", "-t", "flood", "-F", "#{pane_id}").split("\n");
  expect(panes).toHaveLength(200);
  using _open = opened(go);
  await expect
    .poll(() => stage.tmux("capture-pane", "-p", "-t", panes.at(-1) ?? "").startsWith("pane 199"), {
      timeout: 30_000,
    })
    .toBe(true);

  const memory: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const word = `round${round}`;
    const waiting = gate.call("wait_for_text", {
      pane_id: pane,
      patterns: [`^${word}$`],
      regex: true,
      timeout: 30,
    });
    // Awaited below; until then a failure elsewhere is the one to be told.
    waiting.catch(() => {});
    const read = round * 25;
    const captured = await Promise.all(
      panes.slice(read, read + 25).map(async (pane_id, at) => ({
        wanted: `pane ${read + at} ${"abcdefgh".repeat(4)} ${read + at}`,
        lines: (await gate.call("capture_pane", { pane_id })).output.result.split("\n").filter(Boolean),
      })),
    );
    for (const { wanted, lines } of captured) {
      expect(lines.length).toBeGreaterThan(0);
      // The last row may be on its way.
      expect(wanted.startsWith(lines.pop() ?? "")).toBe(true);
      expect(lines.filter((line: string) => line !== wanted)).toEqual([]);
    }
    expect((await gate.call("list_panes", { session_name: "flood" })).output.result).toHaveLength(200);
    const ran = await gate.call("run_command", {
      pane_id: pane,
      command: `echo ${word}; exit ${round}`,
      timeout: 30,
    });
    expect(ran.output, ran.text).toMatchObject({ exit_status: round, output: [word] });
    expect((await waiting).output).toMatchObject({ outcome: "matched" });
    globalThis.gc?.();
    memory.push(process.memoryUsage().rss / (1 << 20));
  }
  console.log(`memory in MB, round by round: ${memory.map(Math.round).join(" ")}`);
  // The first rounds warm up; after them only noise is left.
  expect(Math.max(...memory.slice(5)) - Math.max(...memory.slice(2, 5))).toBeLessThan(60);

  // Watched itself, a flood must not pile up either.
  const before = process.memoryUsage().rss / (1 << 20);
  const watched = await gate.call("wait_for_text", {
    pane_id: panes[0],
    patterns: ["never there"],
    timeout: 8,
  });
  expect(watched.output, watched.text).toMatchObject({ outcome: "timeout" });
  expect(process.memoryUsage().rss / (1 << 20) - before).toBeLessThan(150);
});

test("a stopped server fails its calls in time, leaves the other server alone, and is back when it goes on", async ({
  stage,
  gate,
  pane,
}) => {
  stage.tmuxOn("other", "new-session", "-d", "-s", "other", SHELL);
  const other = { socket_name: "other" };
  expect((await gate.call("list_sessions", other)).output.result).toHaveLength(1);
  expect((await gate.call("list_panes")).output.result).toHaveLength(1);
  const pid = stage.pid();
  process.kill(pid, "SIGSTOP");
  try {
    const stuck = Promise.all([
      gate.call("list_sessions"),
      gate.call("capture_pane", { pane_id: pane }),
      gate.call("capture_since", { pane_id: pane }),
      gate.call("send_keys", { pane_id: pane, keys: "late" }),
      gate.call("run_command", { pane_id: pane, command: "echo late", timeout: 2 }),
      gate.call("wait_for_text", { pane_id: pane, patterns: ["x"], timeout: 2 }),
      gate.call("create_session", { session_name: "late" }),
      gate.call("search_panes", { pattern: "x" }),
    ]);
    let over = false;
    void stuck.then(() => (over = true));
    for (let calls = 0; !over || calls < 20; calls += 1) {
      expect((await gate.call("list_sessions", other)).output.result).toMatchObject([
        { session_name: "other" },
      ]);
      await delay(20);
    }
    expect((await stuck).map(({ failure }) => failure)).toEqual(
      Array.from({ length: 8 }, () => "TimeoutError"),
    );
    const fresh = await stage.gate({ timeoutSeconds: 2 });
    expect((await fresh.call("list_sessions")).failure).toBe("TimeoutError");
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await expect.poll(async () => (await gate.call("list_sessions")).isError, { timeout: 10_000 }).toBe(false);
  expect((await gate.call("capture_pane", { pane_id: pane })).isError).toBe(false);
});

test("two termgates work on one server, in panes of their own and in the same one", async ({
  stage,
  gate,
  pane,
}) => {
  const second = await stage.gate();
  const other = stage.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "work:", SHELL);
  for (let i = 0; i < 20; i += 1) {
    const [a, b] = await Promise.all([
      gate.call("run_command", { pane_id: pane, command: `seq ${i} 300; exit ${i}` }),
      second.call("run_command", { pane_id: other, command: `seq ${i} 200; exit ${100 + i}` }),
    ]);
    expect(a.output, a.text).toMatchObject({ exit_status: i });
    expect(a.output.output).toHaveLength(301 - i);
    expect(b.output, b.text).toMatchObject({ exit_status: 100 + i });
    expect(b.output.output).toHaveLength(201 - i);
  }
  // Both want one pane: whoever comes second is told, and no command is lost or mixed.
  const [first, late] = await Promise.all([
    gate.call("run_command", { pane_id: pane, command: "sleep 3; echo mine" }),
    delay(200).then(() => second.call("run_command", { pane_id: pane, command: "echo theirs" })),
  ]);
  expect(first.output).toMatchObject({ exit_status: 0, output: ["mine"] });
  expect(late.failure, JSON.stringify(late)).toBe("PaneBusy");
  const sessions = (await second.call("list_sessions")).output.result;
  expect(sessions.map((row: any) => row.session_name)).toEqual(["work"]);
  await second.close();
  expect((await gate.call("run_command", { pane_id: pane, command: "echo alone" })).output.output).toEqual([
    "alone",
  ]);
});

test("names of every kind are kept, told and found", async ({ stage, gate, pane }) => {
  const names = [
    "with space",
    "🐙 émoji 中",
    "'quoted\"",
    "#{pid} #(touch x)",
    "-dash",
    "%7",
    "@7",
    "$7",
    "semi;",
    "{brace}",
    "~",
  ];
  for (const name of names) {
    const made = await gate.call("create_session", { session_name: name, window_name: name });
    expect(made.output, made.text).toMatchObject({ session_name: name });
    const listed = (await gate.call("list_windows", { session_name: name })).output.result;
    expect(listed).toMatchObject([{ window_name: name, session_name: name }]);
    const renamed = await gate.call("rename_window", {
      window_id: listed[0].window_id,
      new_name: `:.${name}:.`,
    });
    expect(renamed.output, renamed.text).toMatchObject({ window_name: `:.${name}:.` });
    expect((await gate.call("get_session_info", { session_name: name })).output).toMatchObject({
      session_name: name,
    });
  }
  // tmux spells these out in the names of sessions; the name that is told is the one that finds it.
  for (const odd of ["back\\slash", "two\nlines", "tab\tbed"]) {
    const made = await gate.call("create_session", { session_name: odd });
    expect(made.isError, made.text).toBe(false);
    const { session_id, session_name } = made.output;
    expect((await gate.call("get_session_info", { session_name })).output).toMatchObject({ session_id });
    await gate.call("kill_session", { session_id });
  }
  for (const bad of ["a:b", "a.b", ""])
    expect((await gate.call("create_session", { session_name: bad })).isError, bad).toBe(true);
  const lines = await gate.call("set_pane_title", { pane_id: pane, title: "two\nlines" });
  expect(lines.isError || typeof lines.output.pane_title === "string").toBe(true);
  expect((await gate.call("list_panes")).output.result).toHaveLength(names.length + 1);
  // A folder with a line end in its name stands in every list.
  const folder = join(stage.folder, "two\nlines: a.b");
  stage.tmux("new-window", "-d", "-t", "work:", `mkdir '${folder}' && cd '${folder}' && ${SHELL}`);
  await expect
    .poll(async () => (await gate.call("list_panes")).output.result.map((row: any) => row.pane_current_path))
    .toContain(folder);
});

test("linked and grouped windows are reached by id with every tool", async ({ stage, gate, pane }) => {
  stage.tmux("new-session", "-d", "-s", "grouped", "-t", "work");
  stage.tmux("new-session", "-d", "-s", "third", SHELL);
  stage.tmux("link-window", "-s", "work:0", "-t", "third:5");
  const window_id = stage.tmux("display-message", "-p", "-t", pane, "#{window_id}");
  for (const [tool, args] of [
    ["capture_pane", { pane_id: pane }],
    ["snapshot_pane", { pane_id: pane }],
    ["capture_since", { pane_id: pane }],
    ["get_pane_info", { pane_id: pane }],
    ["send_keys", { pane_id: pane, keys: "true" }],
    ["set_pane_title", { pane_id: pane, title: "title" }],
    ["resize_pane", { pane_id: pane, height: 10 }],
    ["get_window_info", { window_id }],
    ["rename_window", { window_id, new_name: "linked" }],
    ["split_window", { window_id }],
    ["wait_for_idle", { pane_id: pane, timeout: 5 }],
  ] as const) {
    const answer = await gate.call(tool, args);
    expect(answer.isError, `${tool}: ${answer.text}`).toBe(false);
  }
  const ran = await gate.call("run_command", { pane_id: pane, command: "seq 1 100; exit 4" });
  expect(ran.output, ran.text).toMatchObject({ exit_status: 4 });
  expect(ran.output.output).toHaveLength(100);
  expect(stage.tmux("display-message", "-p", "-t", pane, "#{window_linked_sessions}")).toMatch(/^[34]$/);
});

test("a paste of 1 MB arrives byte for byte", async ({ stage, gate }) => {
  const file = join(stage.folder, "pasted");
  const pane = stage.tmux(
    "new-session",
    "-d",
    "-P",
    "-F",
    "#{pane_id}",
    `stty raw -echo; exec cat > '${file}'`,
  );
  const alphabet = Array.from(" ~!#${}'\"\\;-%abc äé中🐙\n\t");
  const text = Array.from({ length: 850_000 }, (_, i) => alphabet[(i * 7_919) % alphabet.length]).join("");
  await expect
    .poll(() => stage.tmux("display-message", "-p", "-t", pane, "#{pane_current_command}"))
    .toBe("cat");

  const pasted = await gate.call("paste_text", { pane_id: pane, text, bracket: false });

  expect(pasted.isError, pasted.text).toBe(false);
  const size = Buffer.byteLength(text);
  expect(size).toBeGreaterThan(1_000_000);
  await expect.poll(() => readFileSync(file).length, { timeout: 60_000 }).toBe(size);
  // tmux sends line ends as the Enter key.
  const digest = (value: string | Buffer) => createHash("sha256").update(value).digest("hex");
  const got = readFileSync(file, "utf8").replaceAll("\r", "\n");
  expect(digest(got)).toBe(digest(text));
  expect(stage.tmux("list-buffers")).toBe("");
});

test("where tmux keeps little history, a command's output is whole and a delta says what is missing", async ({
  stage,
  gate,
}) => {
  stage.tmux("new-session", "-d", "-s", "keep", "exec cat");
  stage.tmux("set-option", "-g", "history-limit", "5");
  const pane = stage.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "keep:", SHELL);
  const first = await gate.call("capture_since", { pane_id: pane });

  const ran = await gate.call("run_command", { pane_id: pane, command: "seq 1 5000" });
  expect(ran.output, ran.text).toMatchObject({ exit_status: 0, output_truncated: false });
  expect(ran.output.output).toEqual(Array.from({ length: 5_000 }, (_, i) => String(i + 1)));

  const since = await gate.call("capture_since", { pane_id: pane, cursor: first.output.cursor });
  expect(since.output, since.text).toMatchObject({ lines_missed: true });
  let { cursor } = since.output;
  for (let i = 0; i < 20; i += 1) {
    writeFileSync(
      join(stage.folder, "lines"),
      Array.from({ length: i }, (_, n) => `line ${i}.${n}\n`).join(""),
    );
    await gate.call("run_command", { pane_id: pane, command: `cat ${join(stage.folder, "lines")}` });
    const delta = (await gate.call("capture_since", { pane_id: pane, cursor })).output;
    const got = delta.lines.filter((line: string) => line.startsWith("line "));
    if (!delta.lines_missed) expect(got).toEqual(Array.from({ length: i }, (_, n) => `line ${i}.${n}`));
    cursor = delta.cursor;
  }
});
