import { expect, test } from "./room.ts";

test("two termgates on one server see the same panes and nothing of each other", async ({
  call,
  pane,
  tmux,
  another,
}) => {
  const { ask, close } = await another();

  const [first, second] = await Promise.all([
    call("run_command", { command: "echo first", pane_id: pane }),
    ask("create_window", { session_name: "work", window_name: "theirs" }),
  ]);
  const buffer = await ask("load_buffer", { content: "theirs" });

  expect(first.output?.output ?? first.text).toEqual(["first"]);
  expect((await call("list_sessions")).output.result).toHaveLength(1);
  expect((await ask("list_windows")).result.map((one: any) => one.window_id)).toContain(second.window_id);
  expect((await call("list_panes")).output).toEqual(await ask("list_panes"));
  await call("load_buffer", { content: "ours" });
  await close();
  expect(tmux("list-buffers", "-F", "#{buffer_name}")).not.toContain(buffer.buffer_name);
  expect(tmux("list-buffers", "-F", "#{buffer_name}").split("\n")).toHaveLength(1);
  expect((await call("run_command", { command: "echo still", pane_id: pane })).output.output).toEqual([
    "still",
  ]);
});

test("a cursor is good in the next termgate with the same state, and in no other", async ({
  call,
  pane,
  server,
  stateDir,
  another,
}) => {
  const { cursor } = (await call("capture_since", { pane_id: pane })).output;
  await call("run_command", { command: "seq 1 3", pane_id: pane });
  await server.close();

  const heir = await another({ stateDir });
  const stranger = await another();

  expect(await heir.ask("capture_since", { cursor })).toMatchObject({
    lines: ["$ seq 1 3", "1", "2", "3", "$"],
    lines_missed: false,
  });
  expect(await stranger.client.callTool({ name: "capture_since", arguments: { cursor } })).toMatchObject({
    isError: true,
    _meta: { expected: true },
  });
});

test("many calls at once each get their own answer", async ({ call, pane, tmux }) => {
  const panes = [
    pane,
    ...Array.from({ length: 7 }, (_, i) =>
      tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "work", `echo pane-${i}; exec cat`),
    ),
  ];
  await expect
    .poll(async () => (await call("search_panes", { pattern: "pane-" })).output.total_panes_matched)
    .toBe(7);

  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, i) => call("capture_pane", { pane_id: panes[i % panes.length] })),
  );

  for (const [i, { output }] of answers.entries()) {
    const at = i % panes.length;
    expect(output.result).toContain(at === 0 ? "$" : `pane-${at - 1}`);
  }
});

test("a server that ends is noticed, one that begins again is used, and old ids mean nothing", async ({
  call,
  pane,
  tmux,
}) => {
  const { cursor } = (await call("capture_since", { pane_id: pane })).output;
  await call("list_panes");
  tmux("kill-server");

  expect((await call("list_sessions")).output.result).toEqual([]);
  expect((await call("capture_pane", { pane_id: pane })).failure).toBe("TmuxServerNotRunning");

  tmux("new-session", "-d", "-s", "again", "cat");
  expect((await call("list_sessions")).output.result).toMatchObject([{ session_name: "again" }]);
  expect((await call("capture_since", { cursor })).meta["expected"]).toBe(true);
  expect((await call("capture_since", { cursor })).isError).toBe(true);
});

test.for(["line\nbreak", "tab\tstop", "back\\slash", "bell\x07\x1b[31m"])(
  "a session named %j is found by that name and by the one tmux gave it",
  async (name, { call, tmux, pane }) => {
    const { output: made, ...answer } = await call("create_session", { session_name: name });
    // Since 3.7 tmux takes no control characters there, and the refusal does not repeat them.
    if (answer.isError) {
      expect(answer.failure).toBe("BadSessionName");
      expect(name).toMatch(/\p{Cc}/u);
      expect(answer.text).not.toContain(name);
      return;
    }

    for (const session_name of [name, made.session_name]) {
      expect((await call("get_session_info", { session_name })).output.session_id).toBe(made.session_id);
      expect((await call("capture_pane", { session_name })).isError).toBe(false);
      expect((await call("list_panes", { session_name })).output.result[0].pane_id).toBe(made.active_pane_id);
    }
    expect((await call("create_session", { session_name: name })).failure).toBe("TmuxSessionExists");
    expect((await call("kill_session", { session_name: name })).isError).toBe(false);
    expect(tmux("list-panes", "-a", "-F", "#{pane_id}").split("\n")).toContain(pane);
  },
);

test("of two names that tmux spells alike the very one is meant", async ({ call, pane }) => {
  const made = async (session_name: string) =>
    (await call("create_session", { session_name })).output.session_id;
  const plain = await made("a\\b");
  const doubled = await made("a\\\\b");
  const found = async (session_name: string) =>
    (await call("get_pane_info", { session_name })).output.session_id;

  expect(pane).toBeTruthy();
  expect(await found("a\\b")).toBe(plain);
  expect(await found("a\\\\\\\\b")).toBe(doubled);
});

test.for(["with space", "emoji 🐙", "-n", ";", "#{pid}", "#(touch x)", "'q'", "ünï"])(
  "a session named %j is found by its name",
  async (name, { call }) => {
    const made = await call("create_session", { session_name: name });

    expect(made.output.session_name).toBe(name);
    expect((await call("get_session_info", { session_name: name })).output.session_id).toBe(
      made.output.session_id,
    );
    expect((await call("kill_session", { session_name: name })).isError).toBe(false);
  },
);
