import { expect, test } from "./room.ts";

/** Does something again and again until the wait is over: nobody outside can see when a wait has begun. */
async function until<T>(wait: Promise<T>, act: () => unknown): Promise<T> {
  const timer = setInterval(act, 150);
  try {
    return await wait;
  } finally {
    clearInterval(timer);
  }
}

test("a wait sees what is printed after it began, not what was there", async ({ call, pane, tmux }) => {
  await call("run_command", { command: "clear; echo READY", pane_id: pane });

  const stale = (await call("wait_for_text", { patterns: ["READY"], pane_id: pane, timeout: 0.3 })).output;
  const waiting = call("wait_for_text", { patterns: ["nope", "READY"], pane_id: pane });
  const fresh = (await until(waiting, () => tmux("send-keys", "-t", pane, "echo REA''DY", "Enter"))).output;

  expect(stale).toMatchObject({
    found: false,
    outcome: "timeout",
    matched_at_entry: true,
    effective_timeout: 0.3,
  });
  expect(fresh).toMatchObject({
    found: true,
    outcome: "matched",
    matched_index: 1,
    matched_lines: ["READY"],
    saw_new_output: true,
    pane_id: pane,
    effective_timeout: 8,
  });
});

test("the echo of a typed command is not output", async ({ call, pane, tmux }) => {
  const waiting = call("wait_for_text", { patterns: ["MARK"], pane_id: pane, timeout: 2.5 });
  // A watched window is linked into a hidden session; from then on the wait listens.
  await expect.poll(() => tmux("list-windows", "-a", "-F", "#{window_id}").match(/^@0$/gm)).toHaveLength(2);
  await call("send_keys", { keys: "sleep 0.3; true MARK", pane_id: pane });

  expect((await waiting).output).toMatchObject({ found: false, outcome: "timeout" });
});

test("a stop beats a pattern that comes with it", async ({ call, pane, tmux }) => {
  const waiting = call("wait_for_text", { patterns: ["good"], stop: ["never", "bad"], pane_id: pane });
  const print = () => tmux("send-keys", "-t", pane, "printf 'go''od\\nba''d\\n'", "Enter");

  expect((await until(waiting, print)).output).toMatchObject({
    found: false,
    outcome: "stopped",
    matched_index: 1,
    matched_lines: ["bad"],
  });
});

test("without patterns any output counts, also an empty line at the prompt", async ({ call, pane, tmux }) => {
  const waiting = call("wait_for_text", { pane_id: pane });
  const press = () => tmux("send-keys", "-t", pane, "Enter");

  expect((await until(waiting, press)).output).toMatchObject({
    found: true,
    outcome: "any_output",
    matched_index: null,
  });
});

test("text is matched across a wrap and by expression", async ({ call, pane, tmux }) => {
  const word = `${"a".repeat(78)}needle`;
  const waiting = call("wait_for_text", {
    patterns: ["^a+needle$"],
    regex: true,
    match_case: true,
    pane_id: pane,
  });
  const print = () => tmux("send-keys", "-t", pane, `echo ${word.slice(0, 40)}""${word.slice(40)}`, "Enter");

  expect((await until(waiting, print)).output).toMatchObject({ outcome: "matched", matched_lines: [word] });
});

test("a wait goes on while the window grows and the history is cleared", async ({ call, pane, tmux }) => {
  const waiting = call("wait_for_text", { patterns: ["^after-[0-9]+$"], regex: true, pane_id: pane });
  await expect.poll(() => tmux("list-windows", "-a", "-F", "#{window_id}").match(/^@0$/gm)).toHaveLength(2);
  tmux("resize-window", "-t", pane, "-x", "120", "-y", "40");
  tmux("clear-history", "-t", pane);
  tmux("send-keys", "-t", pane, "echo after-$((40+2))", "Enter");

  expect((await waiting).output).toMatchObject({ found: true, matched_lines: ["after-42"] });
});

test("a waiting client that wants to hear of progress hears at once, and little", async ({
  client,
  pane,
}) => {
  const heard: number[] = [];
  await client.callTool(
    { name: "wait_for_text", arguments: { patterns: ["never"], pane_id: pane, timeout: 2 } },
    { onprogress: ({ progress }) => heard.push(progress) },
  );

  expect(heard.length).toBeGreaterThan(0);
  expect(heard.length).toBeLessThanOrEqual(2 * 4);
});

test("a pager in the way is named as the reason", async ({ call, pane, tmux }) => {
  tmux("send-keys", "-t", pane, "seq 1000 1100 | less", "Enter");
  await expect.poll(() => tmux("display-message", "-p", "-t", pane, "#{alternate_on}")).toBe("1");

  const { output } = await call("wait_for_text", { patterns: ["done"], pane_id: pane, timeout: 0.3 });

  expect(output).toMatchObject({ found: false, outcome: "alternate_screen", alternate_screen: true });
});

test("a pane that ends or begins anew ends the wait with an error", async ({ call, pane, tmux }) => {
  const other = () => tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", pane, "cat");
  const killed = other();
  const respawned = other();
  const waits = [killed, respawned].map((pane_id) => call("wait_for_text", { patterns: ["x"], pane_id }));
  await call("kill_pane", { pane_id: killed });
  const again = () => void call("respawn_pane", { pane_id: respawned, shell: "sleep 1000" });

  for (const { isError, meta } of await until(Promise.all(waits), again)) {
    expect(isError).toBe(true);
    expect(meta["expected"]).toBe(true);
  }
});

test.for([
  { interval: 0.001 },
  { timeout: 0 },
  { timeout: -1 },
  { patterns: [] },
  { patterns: [""] },
  { stop: [""] },
])("%j is refused", async (args, { call, pane }) => {
  expect((await call("wait_for_text", { patterns: ["x"], pane_id: pane, ...args })).failure).toBe(
    "ValidationError",
  );
});

test("what is shown at the end of a wait is bounded", async ({ call, pane }) => {
  await call("send_keys", { keys: "while :; do seq 1 500; sleep 0.1; done", pane_id: pane });

  const { tail } = (await call("wait_for_text", { patterns: ["never"], pane_id: pane, timeout: 1 })).output;

  expect(tail.length).toBeLessThanOrEqual(20);
  expect(Buffer.byteLength(tail.join("\n"))).toBeLessThanOrEqual(2_000);
  expect(tail.at(-1)).toMatch(/^\d+$/);
});

const patient = test.extend<{ tmuxSettings: { waitMaxSeconds: number } }>({
  tmuxSettings: { waitMaxSeconds: 1 },
});

patient("a timeout above the ceiling is shortened, and the result says to what", async ({ call, pane }) => {
  const { output } = await call("wait_for_text", { patterns: ["x"], pane_id: pane, timeout: 9_999 });
  const ran = await call("run_command", { command: "sleep 60", pane_id: pane, timeout: 9_999 });

  expect(output).toMatchObject({ outcome: "timeout", effective_timeout: 1 });
  expect(ran.output).toMatchObject({ timed_out: true, effective_timeout: 1 });
});

test("a signal that comes after a wait gave up is there for the next wait", async ({ call, pane }) => {
  const late = await call("wait_for_channel", { channel: "done.1", timeout: 0.2 });
  await call("signal_channel", { channel: "done.1" });
  const taken = await call("wait_for_channel", { channel: "done.1", timeout: 5 });

  expect(pane).toBeTruthy();
  expect(late).toMatchObject({ isError: true, failure: "TimeoutError", meta: { expected: true } });
  expect(taken.isError).toBe(false);
  expect(taken.text).toContain("5 s");
});

test("a signal wakes the wait while other calls are served", async ({ call, pane, tmux }) => {
  const waiting = call("wait_for_channel", { channel: "go" });
  expect((await call("list_panes")).isError).toBe(false);
  tmux("wait-for", "-S", "go");

  expect((await waiting).isError).toBe(false);
  expect(pane).toBeTruthy();
});

test("a wait fails when the server goes away under it", async ({ call, pane, tmux }) => {
  const waiting = call("wait_for_channel", { channel: "never" });
  await call("list_panes");
  expect(pane).toBeTruthy();
  tmux("kill-server");

  expect(await waiting).toMatchObject({ isError: true, meta: { expected: true } });
});

test.for(["", "a b", "x".repeat(129), "a;b", "#{x}"])("%j is no channel", async (channel, { call, pane }) => {
  expect((await call("signal_channel", { channel })).failure).toBe("ValidationError");
  expect(pane).toBeTruthy();
});

test("a wait for quiet ends when the pane has been quiet long enough", async ({ call, pane }) => {
  await call("send_keys", { keys: "for i in 1 2 3 4 5; do echo $i; sleep 0.1; done", pane_id: pane });

  const { output } = await call("wait_for_idle", { pane_id: pane, quiet_ms: 400 });
  const busy = await call("send_keys", { keys: "while :; do echo x; sleep 0.05; done", pane_id: pane }).then(
    () => call("wait_for_idle", { pane_id: pane, quiet_ms: 400, timeout: 1 }),
  );

  expect(output).toMatchObject({ pane_id: pane, idle: true, saw_output: true });
  expect(output.quiet_seconds).toBeGreaterThanOrEqual(0.4);
  expect(busy.output.idle).toBe(false);
});

test("a cancelled wait gets no answer and leaves no process", async ({ client, pane, call, environment }) => {
  const { execFileSync } = await import("node:child_process");
  const waiters = () =>
    execFileSync(
      "sh",
      ["-c", `grep -lz 'TMUX_TMPDIR=${environment["TMUX_TMPDIR"]}' /proc/[0-9]*/environ 2>/dev/null | wc -l`],
      {
        encoding: "utf8",
      },
    );
  await call("wait_for_text", { patterns: ["x"], pane_id: pane, timeout: 0.05 });
  const before = waiters();
  for (const [name, args] of [
    ["wait_for_text", { patterns: ["x"], pane_id: pane }],
    ["run_command", { command: "sleep 50", pane_id: pane }],
  ] as const) {
    const cancel = new AbortController();
    const cancelled = client.callTool({ name, arguments: args }, { signal: cancel.signal });
    setTimeout(() => cancel.abort("enough"), 200);
    await expect(cancelled).rejects.toThrow();
  }

  expect((await call("list_panes")).isError).toBe(false);
  await call("send_keys", { keys: "C-c", enter: false, pane_id: pane });
  await expect.poll(() => Number(waiters())).toBeLessThanOrEqual(Number(before));
});
