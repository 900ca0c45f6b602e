import { expect, test } from "./room.ts";

const run = (call: any, pane: string, command: string) => call("run_command", { command, pane_id: pane });

test("a capture over its limit keeps the end and starts with how much is missing", async ({ call, pane }) => {
  await run(call, pane, "seq 1 100");

  const cut = (await call("capture_pane", { pane_id: pane, start: -200, max_lines: 5 })).output.result.split(
    "\n",
  );
  const whole = (
    await call("capture_pane", { pane_id: pane, start: -200, max_lines: null })
  ).output.result.split("\n");

  expect(cut).toHaveLength(6);
  expect(cut[0]).toBe(`[... truncated ${whole.length - 5} lines ...]`);
  expect(cut.slice(1)).toEqual(whole.slice(-5));
  expect(whole.filter((line: string) => /^\d+$/.test(line))).toHaveLength(100);
});

test.for([
  ["capture_pane", { max_lines: 0 }],
  ["capture_pane", { max_lines: -1 }],
  ["snapshot_pane", { max_lines: 0 }],
  ["capture_since", { max_lines: 0 }],
  ["capture_since", { max_bytes: 0 }],
  ["run_command", { max_lines: 0, command: "true" }],
] as const)("%s refuses %j", async ([tool, args], { call, pane }) => {
  expect((await call(tool, { ...args, pane_id: pane })).failure).toBe("ValidationError");
});

test("rows are addressed from the first visible one, scrollback is negative", async ({ call, pane }) => {
  await run(call, pane, "clear; seq 1 30");
  const rows = async (start: number, end: number) =>
    (await call("capture_pane", { pane_id: pane, start, end })).output.result.split("\n");
  const screen = (await call("capture_pane", { pane_id: pane })).output.result.split("\n");

  expect(await rows(0, 1)).toEqual(screen.slice(0, 2));
  expect((await rows(-2, -1)).map(Number)).toEqual([Number(screen[0]) - 2, Number(screen[0]) - 1]);
});

test("wrapped lines can be joined, colours kept, and the covered screen read", async ({
  call,
  pane,
  tmux,
}) => {
  const long = "x".repeat(100);
  await run(call, pane, `clear; echo ${long}; printf '\\033[31mred\\033[0m\\n'`);

  const plain = (await call("capture_pane", { pane_id: pane })).output.result;
  const joined = (await call("capture_pane", { pane_id: pane, join_wrapped: true })).output.result;
  const coloured = (await call("capture_pane", { pane_id: pane, ansi: true })).output.result;

  expect(plain.split("\n")).not.toContain(long);
  expect(joined.split("\n")).toContain(long);
  expect(plain).not.toContain("\x1b");
  expect(coloured).toMatch(/\x1b\[31mred/);

  expect((await call("capture_pane", { pane_id: pane, alternate: true })).failure).toBe("NoAlternateScreen");
  tmux("send-keys", "-t", pane, "seq 1000 1100 | less", "Enter");
  // The command's own echo says 1000 as well; only the switch of screens says that the pager is there.
  await expect.poll(() => tmux("display-message", "-p", "-t", pane, "#{alternate_on}")).toBe("1");
  expect((await call("capture_pane", { pane_id: pane, alternate: true })).output.result).toContain("red");
});

test("a snapshot tells screen, cursor and state in one answer", async ({ call, pane }) => {
  await call("set_pane_title", { pane_id: pane, title: "my pane" });

  const { output } = await call("snapshot_pane", { pane_id: pane });

  expect(output).toEqual({
    pane_id: pane,
    content: "$",
    cursor_x: 2,
    cursor_y: 0,
    pane_width: 80,
    pane_height: 24,
    pane_left: 0,
    pane_top: 0,
    pane_right: 79,
    pane_bottom: 23,
    pane_at_left: true,
    pane_at_right: true,
    pane_at_top: true,
    pane_at_bottom: true,
    pane_tty: expect.stringMatching(/^\/dev\//),
    pane_pid: expect.stringMatching(/^\d+$/),
    pane_dead: false,
    alternate_on: false,
    pane_in_mode: false,
    pane_mode: null,
    scroll_position: null,
    history_size: 0,
    title: "my pane",
    pane_current_command: "bash",
    pane_current_path: expect.any(String),
    is_caller: null,
    content_truncated: false,
    content_truncated_lines: 0,
  });
});

test("text over a megabyte stays within the limit and the schema of its tool", async ({
  pane,
  tmux,
  client,
}) => {
  tmux("set-option", "-g", "history-limit", "50000");
  const wide = tmux(
    "new-window",
    "-d",
    "-P",
    "-F",
    "#{pane_id}",
    "-t",
    "work",
    "yes $(printf 'y%.0s' {1..70}) | head -n 30000; cat",
  );
  await expect
    .poll(() => Number(tmux("display-message", "-p", "-t", wide, "#{history_size}")), { timeout: 15_000 })
    .toBeGreaterThan(29_000);

  const result: any = await client.callTool({
    name: "capture_pane",
    arguments: { pane_id: wide, start: -50_000, max_lines: null },
  });

  expect(pane).toBeTruthy();
  expect(result.isError).toBe(false);
  expect(typeof result.structuredContent.result).toBe("string");
  expect(result.structuredContent.result.length).toBeGreaterThan(100_000);
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(1_050_000);
  expect(result._meta["termgate/truncatedBytes"]).toBeGreaterThan(0);
});

test("reading goes on where the last reading ended", async ({ call, pane }) => {
  const first = (await call("capture_since", { pane_id: pane })).output;
  const nothing = (await call("capture_since", { cursor: first.cursor })).output;
  await run(call, pane, "seq 1 200");
  const news = (await call("capture_since", { cursor: nothing.cursor, pane_id: pane })).output;

  expect(first).toMatchObject({ pane_id: pane, lines: ["$"], lines_missed: false, truncated: false });
  expect(nothing).toMatchObject({ lines: [], lines_missed: false });
  expect(news.lines_missed).toBe(false);
  expect(news.lines.filter((line: string) => /^\d+$/.test(line)).map(Number)).toEqual(
    Array.from({ length: 200 }, (_, i) => i + 1),
  );
});

test.for([
  [100, 5_000],
  [1_000, 1_500],
  [1_700, 300],
] as const)(
  "after %i and then %i lines at a prompt, everything is there or said to be missed",
  async ([before, after], { call, pane }) => {
    await run(call, pane, `seq 1 ${before}`);
    const { cursor } = (await call("capture_since", { pane_id: pane })).output;
    await run(call, pane, `seq 100001 ${100_000 + after}`);

    const { output } = await call("capture_since", { cursor, max_lines: null, max_bytes: null });

    const seen = output.lines.filter((line: string) => /^1\d{5}$/.test(line)).map(Number);
    const all = Array.from({ length: after }, (_, i) => 100_001 + i);
    expect(seen).toEqual(all.slice(-seen.length));
    if (output.lines_missed) expect(seen.length).toBeGreaterThan(0);
    else expect(seen).toHaveLength(after);
  },
);

test.for([
  [100, 5_000],
  [1_000, 1_500],
  [1_700, 300],
] as const)(
  "near the limit of the history, %j lines and then %j are all told, or said to be missed",
  async ([before, after], { call, pane }) => {
    const run = (command: string) => call("run_command", { command, pane_id: pane, timeout: 15 });
    await run(`seq 1 ${before}`);
    const { cursor } = (await call("capture_since", { pane_id: pane })).output;
    await run(`seq -f 'new %g' 1 ${after}`);

    const { output } = await call("capture_since", { cursor, max_lines: null, max_bytes: null });

    const told = output.lines.filter((line: string) => line.startsWith("new "));
    expect(told.at(-1)).toBe(`new ${after}`);
    expect(output.lines_missed || told.length === after).toBe(true);
    expect(told).toEqual(Array.from(told, (_, i) => `new ${after - told.length + 1 + i}`));
  },
);

test("a rewritten row is news", async ({ call, pane, tmux, shown }) => {
  const { cursor } = (await call("capture_since", { pane_id: pane })).output;
  tmux("send-keys", "-t", pane, "-l", "half a line");
  await expect.poll(() => shown(pane)).toContain("half a line");

  expect((await call("capture_since", { cursor })).output.lines).toEqual(["$ half a line"]);
});

test("a row that a program wrote over is news", async ({ call, pane, tmux, shown }) => {
  tmux("send-keys", "-t", pane, "clear; printf 'step 1'; read -r; printf '\\rstep 2'; read -r", "Enter");
  await expect.poll(() => shown(pane)).toMatch(/^step 1$/m);
  const { cursor } = (await call("capture_since", { pane_id: pane })).output;
  // Typed blanks are echoed after the row's text; the row itself begins with what was printed over it.
  tmux("send-keys", "-t", pane, "Enter");
  await expect.poll(() => shown(pane)).toMatch(/^step 2$/m);

  const { output } = await call("capture_since", { cursor });

  expect(output).toMatchObject({ lines: ["step 2"], lines_missed: false });
});

test.for([false, true])(
  "a cleared history is said to be missed, with a resize: %s, and the new cursor works",
  async (resized, { call, pane, tmux }) => {
    await run(call, pane, "seq 1 100");
    const { cursor } = (await call("capture_since", { pane_id: pane })).output;
    await run(call, pane, "seq 101 200");
    tmux("send-keys", "-R", "-t", pane, ";", "clear-history", "-t", pane);
    if (resized) tmux("resize-window", "-t", pane, "-x", "90", "-y", "30");

    const { output } = await call("capture_since", { cursor });
    const next = await call("capture_since", { cursor: output.cursor });

    expect(output.lines_missed).toBe(true);
    expect(next.output).toMatchObject({ lines: [], lines_missed: false });
  },
);

test("limits cut from the head and are told in fields, never within the lines", async ({ call, pane }) => {
  const { cursor } = (await call("capture_since", { pane_id: pane })).output;
  await run(call, pane, "seq 1 100");

  const few = (await call("capture_since", { cursor, max_lines: 4 })).output;
  const small = (await call("capture_since", { cursor, max_bytes: 20 })).output;

  expect(few).toMatchObject({ truncated: true, truncated_lines: expect.any(Number) });
  expect(few.lines).toHaveLength(4);
  expect(few.lines.join("\n")).not.toContain("truncated");
  expect(small.truncated).toBe(true);
  expect(small.truncated_bytes).toBeGreaterThan(0);
  expect(Buffer.byteLength(small.lines.join("\n"))).toBeLessThanOrEqual(20);
});

test("a cursor that is forged, foreign, or of a pane that ended or began anew is refused, each with its own error", async ({
  call,
  pane,
  tmux,
}) => {
  const other = tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", pane, "cat");
  const { cursor } = (await call("capture_since", { pane_id: other })).output;
  const failures: unknown[] = [];
  const fail = async (args: Record<string, unknown>) => {
    const { failure, meta, isError } = await call("capture_since", args);
    expect(isError).toBe(true);
    expect(meta["expected"]).toBe(true);
    failures.push(failure);
  };

  await fail({ cursor: "nonsense" });
  await fail({ cursor, pane_id: pane });
  tmux("set-option", "-p", "-t", other, "remain-on-exit", "on");
  tmux("respawn-pane", "-k", "-t", other, "sleep 1000");
  await fail({ cursor });
  tmux("respawn-pane", "-k", "-t", other, "true");
  await expect.poll(() => tmux("display-message", "-p", "-t", other, "#{pane_dead}")).toBe("1");
  await fail({ cursor });

  expect(new Set(failures).size).toBe(4);
});

test("the cursor of a pane that was closed is answered with the panes there are", async ({
  call,
  pane,
  tmux,
}) => {
  const other = tmux("split-window", "-P", "-F", "#{pane_id}", "-t", pane, "exec cat");
  const { cursor } = (await call("capture_since", { pane_id: other })).output;
  tmux("kill-pane", "-t", other);

  for (const args of [{ cursor }, { cursor, pane_id: other }]) {
    const { failure, text } = await call("capture_since", args);
    expect(failure).toBe("PaneNotFound");
    expect(text).toMatch(/^There is no such pane\. Panes: %0 \(bash\)\.\n/);
  }
});
