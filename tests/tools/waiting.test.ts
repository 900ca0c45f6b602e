import { expect, listening, programs, test } from "./room.ts";

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
  await listening(tmux);
  await call("send_keys", { keys: "sleep 0.3; true MARK", pane_id: pane });

  expect((await waiting).output).toMatchObject({ found: false, outcome: "timeout" });
});

test.for(["printf 'go''od\\nba''d\\n'", "echo go''od; read -rt 0.01; echo ba''d"])(
  "a stop beats a pattern that comes with it, also in two pieces: %s",
  async (command, { call, pane, tmux }) => {
    const waiting = call("wait_for_text", { patterns: ["good"], stop: ["never", "bad"], pane_id: pane });
    const print = () => tmux("send-keys", "-t", pane, command, "Enter");

    expect((await until(waiting, print)).output).toMatchObject({
      found: false,
      outcome: "stopped",
      matched_index: 1,
      matched_lines: ["bad"],
    });
  },
);

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

test("a row that had begun before the wait is seen once it is finished", async ({
  call,
  pane,
  tmux,
  shown,
}) => {
  tmux("send-keys", "-t", pane, "clear; stty -echo; printf 'half '; head -n1 >/dev/null; echo done", "Enter");
  await expect.poll(() => shown(pane)).toMatch(/^half$/m);
  const waiting = call("wait_for_text", { patterns: ["half done"], pane_id: pane });
  await listening(tmux);
  tmux("send-keys", "-t", pane, "Enter");

  expect((await waiting).output).toMatchObject({ outcome: "matched", matched_lines: ["half done"] });
});

test.for([
  [{ patterns: ["$ "] }, "$"],
  [{ patterns: ["\\$ $"], regex: true }, "$"],
  [{ patterns: ["padded$"], regex: true }, "padded"],
  [{ patterns: ["padded   "] }, "padded"],
] as const)(
  "blanks at the end of a row count as far as %j asks for them",
  async ([args, line], { call, pane, tmux }) => {
    const waiting = call("wait_for_text", { ...args, pane_id: pane });
    const print = () => tmux("send-keys", "-t", pane, "printf 'pad''ded   \\n'", "Enter");

    expect((await until(waiting, print)).output).toMatchObject({ outcome: "matched", matched_lines: [line] });
  },
);

test("a prompt that was there already is told as such, with the blank at its end", async ({ call, pane }) => {
  const { output } = await call("wait_for_text", { patterns: ["$ "], pane_id: pane, timeout: 0.2 });

  expect(output).toMatchObject({ outcome: "timeout", matched_at_entry: true });
});

test("a wait goes on while the window grows and the history is cleared", async ({ call, pane, tmux }) => {
  const waiting = call("wait_for_text", { patterns: ["^after-[0-9]+$"], regex: true, pane_id: pane });
  await listening(tmux);
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

test("a wait too short for a first look has timed out, and says nothing else", async ({ call, pane }) => {
  // The first wait on a server also opens the client that watches, which takes longer than a millisecond.
  const text = await call("wait_for_text", { patterns: ["x"], pane_id: pane, timeout: 0.001 });
  const idle = await call("wait_for_idle", { quiet_ms: 60_000, pane_id: pane, timeout: 0.001 });

  expect(text.output).toMatchObject({ outcome: "timeout", effective_timeout: 0.001 });
  expect(idle.output).toMatchObject({ idle: false, effective_timeout: 0.001 });
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

test("a signal that nobody here waits for any more is there for somebody else", async ({
  call,
  folder,
  pane,
  shown,
  tmux,
}) => {
  await call("wait_for_channel", { channel: "handed", timeout: 0.2 });
  tmux("wait-for", "-S", "handed");

  tmux("send-keys", "-t", pane, "tmux wait-for handed && echo h''eard", "Enter");
  await expect.poll(() => shown(pane)).toMatch(/^heard$/m);
  await expect.poll(() => programs(folder).filter((line) => line.includes("wait-for"))).toEqual([]);
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

test("a wait that found nothing warns the client once, and one that did does not", async ({
  client,
  call,
  pane,
  tmux,
}) => {
  const heard: any[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void heard.push(params));

  await call("wait_for_text", { patterns: ["never"], pane_id: pane, timeout: 0.2 });
  expect(heard).toEqual([
    { level: "warning", logger: "wait_for_text", data: { message: expect.any(String), pane_id: pane } },
  ]);
  await call("wait_for_text", { patterns: ["(?=x)"], regex: true, pane_id: pane });
  expect(heard).toHaveLength(2);

  const waiting = call("wait_for_text", { patterns: ["now"], pane_id: pane });
  await until(waiting, () => tmux("send-keys", "-t", pane, "echo n''ow", "Enter"));
  await client.setLoggingLevel("error");
  await call("wait_for_text", { patterns: ["never"], pane_id: pane, timeout: 0.2 });
  expect(heard).toHaveLength(2);
});
