import { readFileSync } from "node:fs";
import { expect, test } from "./room.ts";

test("a session is created, renamed and killed, and a name is used once", async ({ call, tmux }) => {
  const made = (
    await call("create_session", {
      session_name: "made",
      window_name: "first",
      x: 100,
      y: 30,
      environment: { A: "1 2" },
    })
  ).output;

  expect(made).toMatchObject({
    session_name: "made",
    window_count: 1,
    active_pane_id: expect.stringMatching(/^%\d+$/),
  });
  expect(tmux("display-message", "-p", "-t", "made", "#{window_name} #{window_width}x#{window_height}")).toBe(
    "first 100x30",
  );
  expect(tmux("show-environment", "-t", "made", "A")).toBe("A=1 2");
  expect((await call("create_session", { session_name: "made" })).failure).toBe("TmuxSessionExists");
  expect(
    (await call("rename_session", { new_name: "other", session_id: made.session_id })).output.session_name,
  ).toBe("other");
  expect((await call("kill_session", { session_name: "other" })).isError).toBe(false);
  expect((await call("list_sessions")).output.result).toEqual([]);
});

test.for(["a.b", "a:b", ""])("%j is no session name", async (name, { call, pane }) => {
  const { failure, meta } = await call("rename_session", { new_name: name, session_name: "work" });

  expect(pane).toBeTruthy();
  expect(failure).toBe("BadSessionName");
  expect(meta["expected"]).toBe(true);
});

test("windows are opened, named, selected, moved, resized and closed", async ({ call, pane, tmux }) => {
  expect(pane).toBeTruthy();
  const second = (await call("create_window", { session_name: "work", window_name: "second" })).output;

  expect(second).toMatchObject({
    window_name: "second",
    window_index: "1",
    window_active: "0",
    session_name: "work",
  });
  expect((await call("select_window", { window_id: second.window_id })).output.window_active).toBe("1");
  expect(
    (await call("select_window", { direction: "previous", session_name: "work" })).output.window_index,
  ).toBe("0");
  expect((await call("select_window", { direction: "last", session_name: "work" })).output.window_index).toBe(
    "1",
  );
  expect((await call("select_window", { window_index: "0" })).output.window_index).toBe("0");
  expect((await call("select_window", {})).isError).toBe(true);
  expect(
    (await call("rename_window", { new_name: "a b:c.d", window_id: second.window_id })).output.window_name,
  ).toBe("a b:c.d");
  expect(
    (await call("move_window", { window_id: second.window_id, destination_index: "7" })).output.window_index,
  ).toBe("7");
  expect(
    (await call("resize_window", { window_id: second.window_id, width: 70, height: 20 })).output,
  ).toMatchObject({
    window_width: "70",
    window_height: "20",
  });
  expect((await call("get_window_info", { session_name: "work", window_index: "7" })).output.window_id).toBe(
    second.window_id,
  );
  expect((await call("kill_window", { window_id: second.window_id })).isError).toBe(false);
  expect(tmux("list-windows", "-t", "work", "-F", "#{window_index}")).toBe("0");
});

test("a window moves to another session", async ({ call, pane, tmux }) => {
  tmux("new-session", "-d", "-s", "other");
  const { window_id } = (await call("create_window", { session_name: "work" })).output;

  const moved = (await call("move_window", { window_id, destination_session: "other" })).output;

  expect(pane).toBeTruthy();
  expect(moved).toMatchObject({ window_id, session_name: "other", window_index: "1" });
});

test("a layout is told as it is after the change", async ({ call, pane, tmux }) => {
  await call("split_window", { pane_id: pane, direction: "right" });
  const before = (await call("get_window_info")).output.window_layout;

  const after = (await call("select_layout", { layout: "even-vertical", session_name: "work" })).output
    .window_layout;

  expect(after).not.toBe(before);
  expect(after).toBe(tmux("display-message", "-p", "-t", "work", "#{window_layout}"));
  expect((await call("select_layout", { layout: "no such" })).meta["expected"]).toBe(true);
});

test.for([
  ["above", { pane_top: 0 }],
  ["below", { pane_at_bottom: true, pane_at_top: false }],
  ["left", { pane_left: 0 }],
  ["right", { pane_at_right: true, pane_at_left: false }],
] as const)(
  "a split %s puts the new pane there without the focus",
  async ([direction, where], { call, pane }) => {
    const { output } = await call("split_window", {
      pane_id: pane,
      direction,
      size: "30%",
      start_directory: "/",
    });

    expect(output).toMatchObject({ ...where, pane_active: "0", is_caller: null });
    await expect
      .poll(async () => (await call("get_pane_info", { pane_id: output.pane_id })).output.pane_current_path)
      .toBe("/");
  },
);

test("a split runs what it is told, with its own environment and without history", async ({
  call,
  pane,
  shown,
}) => {
  const { output } = await call("split_window", {
    pane_id: pane,
    shell: "env | grep -E '^(HISTFILE|HISTCONTROL|fish_|MINE)' | sort; cat",
    environment: { MINE: "x y" },
    suppress_persistent_history: true,
  });

  await expect
    .poll(() => shown(output.pane_id))
    .toBe("HISTCONTROL=ignorespace\nHISTFILE=\nMINE=x y\nfish_history=\nfish_private_mode=1");
});

test("an environment that contradicts the wish for no history is refused by name, not by value", async ({
  call,
  pane,
  tmux,
}) => {
  const { isError, text } = await call("split_window", {
    pane_id: pane,
    environment: { HISTFILE: "/home/me/secret-place" },
    suppress_persistent_history: true,
  });

  expect(isError).toBe(true);
  expect(text).toContain("HISTFILE");
  expect(text).not.toContain("secret-place");
  expect(tmux("list-panes", "-s", "-t", "work").split("\n")).toHaveLength(1);
});

test("panes are found by corner, selected, swapped, zoomed, titled and closed", async ({
  call,
  pane,
  tmux,
}) => {
  const right = (await call("split_window", { pane_id: pane, direction: "right" })).output.pane_id;

  expect((await call("find_pane_by_position", { corner: "bottom-right" })).output.pane_id).toBe(right);
  expect((await call("find_pane_by_position", { corner: "top-left" })).output.pane_id).toBe(pane);
  expect((await call("select_pane", { pane_id: right })).output).toMatchObject({
    pane_id: right,
    pane_active: "1",
  });
  expect((await call("select_pane", { direction: "left" })).output.pane_id).toBe(pane);
  expect((await call("select_pane", { direction: "next" })).output.pane_id).toBe(right);
  expect((await call("select_pane", { direction: "next" })).output.pane_id).toBe(pane);
  expect((await call("swap_pane", { source_pane_id: pane, target_pane_id: right })).output).toMatchObject({
    pane_id: pane,
    pane_at_right: true,
  });
  expect((await call("resize_pane", { pane_id: pane, width: 20 })).output.pane_width).toBe("20");
  await call("resize_pane", { pane_id: pane, zoom: true });
  await call("resize_pane", { pane_id: pane, zoom: true });
  expect(tmux("display-message", "-p", "-t", pane, "#{window_zoomed_flag}")).toBe("1");
  await call("resize_pane", { pane_id: pane, zoom: false });
  expect(tmux("display-message", "-p", "-t", pane, "#{window_zoomed_flag}")).toBe("0");
  expect((await call("resize_pane", { pane_id: pane, zoom: true, width: 3 })).isError).toBe(true);
  expect((await call("set_pane_title", { pane_id: pane, title: "#(date) ; -x" })).output.pane_title).toBe(
    "#(date) ; -x",
  );
  expect((await call("kill_pane", { pane_id: right })).isError).toBe(false);
  expect((await call("list_panes")).output.result).toHaveLength(1);
});

test("copy mode is entered, scrolled and left, and leaving twice is no error", async ({
  call,
  pane,
  tmux,
}) => {
  const state = () => tmux("display-message", "-p", "-t", pane, "#{pane_in_mode}");
  await call("run_command", { command: "seq 1 100", pane_id: pane });

  await call("enter_copy_mode", { pane_id: pane, scroll_up: 5 });
  expect(tmux("display-message", "-p", "-t", pane, "#{pane_in_mode} #{scroll_position}")).toBe("1 5");

  await call("exit_copy_mode", { pane_id: pane });
  expect(state()).toBe("0");
  expect((await call("exit_copy_mode", { pane_id: pane })).isError).toBe(false);
});

test("clearing leaves neither screen nor scrollback", async ({ call, pane, tmux }) => {
  await call("run_command", { command: "seq 1 100", pane_id: pane });

  await call("clear_pane", { pane_id: pane });

  expect(tmux("display-message", "-p", "-t", pane, "#{history_size}")).toBe("0");
  expect((await call("capture_pane", { pane_id: pane, start: -100 })).output.result).not.toContain("100");
});

test("a pane is started anew in its place, and a live one only with kill", async ({ call, pane, tmux }) => {
  const pid = () => tmux("display-message", "-p", "-t", pane, "#{pane_pid}");
  const before = pid();

  expect((await call("respawn_pane", { pane_id: pane, kill: false })).meta["expected"]).toBe(true);
  const { output } = await call("respawn_pane", { pane_id: pane, shell: "sleep 1000" });

  expect(output).toMatchObject({ pane_id: pane, pane_width: "80" });
  expect(pid()).not.toBe(before);
});

test.for(["plain", "with space", "hash # and #{pid}", "100%d %H", 'quote\'d "x" $HOME `id`'])(
  "output is piped to exactly the file %j",
  async (name, { call, pane, folder, tmux }) => {
    const output_path = `${folder}/${name}`;

    await call("pipe_pane", { pane_id: pane, output_path });
    tmux("send-keys", "-t", pane, "echo piped", "Enter");

    await expect
      .poll(() => {
        try {
          return readFileSync(output_path, "utf8");
        } catch {
          return "";
        }
      })
      .toMatch(/[\r\n]piped\r/);
    await call("pipe_pane", { pane_id: pane });
    expect(tmux("display-message", "-p", "-t", pane, "#{pane_pipe}")).toBe("0");
    expect((await call("pipe_pane", { pane_id: pane, output_path: "  " })).isError).toBe(true);
  },
);

test("options are set and shown in their place, and unknown ones are refused", async ({
  call,
  pane,
  tmux,
}) => {
  const set = await call("set_option", { option: "status", value: "off", scope: "session", target: "work" });

  expect(set.output).toEqual({ option: "status", value: "off", status: "set" });
  expect(tmux("show-options", "-t", "work", "status")).toBe("status off");
  expect(
    (await call("show_option", { option: "status", scope: "session", target: "work" })).output.value,
  ).toBe(false);
  expect((await call("show_option", { option: "history-limit", global_: true })).output.value).toBe(2_000);
  expect(
    (await call("show_option", { option: "mode-keys", scope: "window", target: "@0" })).output.value,
  ).toBeNull();
  expect((await call("show_option", { option: "no-such" })).failure).toBe("InvalidOption");
  expect((await call("show_option", { option: "status", target: "work" })).meta["expected"]).toBe(true);
  await call("set_option", { option: "@mine", value: "#(touch x) ;", scope: "pane", target: pane });
  expect((await call("show_option", { option: "@mine", scope: "pane", target: pane })).output.value).toBe(
    "#(touch x) ;",
  );
});

test("an option without a place goes to the first session, not to a hidden one", async ({
  call,
  pane,
  tmux,
}) => {
  await call("set_option", { option: "status-interval", value: "7" });

  expect(pane).toBeTruthy();
  expect(tmux("show-options", "-t", "work", "status-interval")).toBe("status-interval 7");
});

test("variables are set for a session or the whole server, and the unset ones are marked", async ({
  call,
  pane,
  tmux,
}) => {
  expect(pane).toBeTruthy();
  tmux("set-environment", "-t", "work", "-r", "GONE");

  const set = await call("set_environment", { name: "A", value: "x=y #{pid}", session_name: "work" });
  await call("set_environment", { name: "B", value: "all" });

  expect(set.output).toEqual({ name: "A", value: "x=y #{pid}", status: "set" });
  expect((await call("show_environment", { session_name: "work" })).output.variables).toMatchObject({
    A: "x=y #{pid}",
    "-GONE": true,
  });
  expect((await call("show_environment")).output.variables).toMatchObject({ B: "all" });
});

test("variables that hold secrets are shown by name only", async ({ call, pane, tmux }) => {
  expect(pane).toBeTruthy();
  tmux("set-environment", "-t", "work", "DB_PASSWORD", "hunter-two");
  tmux("set-environment", "-t", "work", "EDITOR", "vi");

  const { output, text } = await call("show_environment", { session_name: "work" });

  expect(output.variables).toMatchObject({ DB_PASSWORD: "[REDACTED]", EDITOR: "vi" });
  expect(text).not.toContain("hunter-two");
});

test("hooks are shown with their index and cannot be written", async ({ call, pane, tmux, client }) => {
  expect(pane).toBeTruthy();
  tmux("set-hook", "-g", "after-new-window[3]", "display-message 'hi there'");

  const all = (await call("show_hooks", { scope: "server" })).output.entries;
  const one = (await call("show_hook", { hook_name: "after-new-window", global_: true })).output.entries;

  expect(one).toEqual([
    { hook_name: "after-new-window", index: 3, command: expect.stringContaining("hi there") },
  ]);
  expect(all).toContainEqual(one[0]);
  expect((await call("show_hook", { hook_name: "after-select-pane", global_: true })).output.entries).toEqual(
    [],
  );
  expect((await call("show_hook", { hook_name: "no-such-hook", global_: true })).isError).toBe(true);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).filter((name) => name.includes("hook"))).toEqual([
    "show_hook",
    "show_hooks",
  ]);
});

test("a format is evaluated, one that would run a program is refused", async ({ call, pane, folder }) => {
  expect(
    (await call("display_message", { format_string: "#{pane_id} #{session_name}", pane_id: pane })).text,
  ).toBe(`${pane} work`);
  const { isError, meta } = await call("display_message", {
    format_string: `#(touch ${folder}/x)`,
    pane_id: pane,
  });
  expect(isError).toBe(true);
  expect(meta["expected"]).toBe(true);
});

test.for(["two\nlines", "a\ttab", "a bell\u0007", "\u009b31m", "del\u007f"])(
  "the title %j is refused: tmux would keep the old one",
  async (title, { call, pane, tmux }) => {
    const before = tmux("display-message", "-p", "-t", pane, "#{pane_title}");

    const { failure, text } = await call("set_pane_title", { pane_id: pane, title });

    expect(failure).toBe("ExpectedToolError");
    expect(text).toContain("control character");
    expect(tmux("display-message", "-p", "-t", pane, "#{pane_title}")).toBe(before);
  },
);
