import { expect, test } from "./room.ts";

test.for([
  "-x",
  "echo a;",
  ";",
  "a;",
  "#{pid}",
  "#(touch x)",
  "$HOME 'q' \"d\" {b} \\",
  "日本 é 🐙",
  "~",
  "%if",
])("%j arrives in the pane as it is", async (keys, { call, pane, tmux, shown }) => {
  tmux("send-keys", "-t", pane, "cat", "Enter");
  await expect.poll(() => shown(pane)).toMatch(/cat$/);

  const { isError } = await call("send_keys", { keys, pane_id: pane });

  expect(isError).toBe(false);
  // Once as the terminal's echo, once from cat.
  await expect
    .poll(() =>
      shown(pane)
        .split("\n")
        .filter((line) => line === keys),
    )
    .toHaveLength(2);
});

test.for([true, false])(
  "a key name presses the key unless literal is %s",
  async (literal, { call, pane, shown }) => {
    await call("send_keys", { keys: "abc", pane_id: pane, enter: false });
    await call("send_keys", { keys: "BSpace", pane_id: pane, enter: false, literal });

    await expect.poll(() => shown(pane)).toBe(literal ? "$ abcBSpace" : "$ ab");
  },
);

test("suppress_history puts a space before what is typed", async ({ call, pane, shown }) => {
  await call("send_keys", { keys: "true", pane_id: pane, enter: false, suppress_history: true });

  await expect.poll(() => shown(pane)).toBe("$  true");
});

test.for(["send_keys", "paste_text", "run_command", "clear_pane", "enter_copy_mode", "exit_copy_mode"])(
  "%s without a target types nowhere and names the panes there are",
  async (tool, { call, pane, shown }) => {
    const { failure, text, meta } = await call(tool, {
      ...(tool === "send_keys" && { keys: "touch x" }),
      ...(tool === "paste_text" && { text: "touch x" }),
      ...(tool === "run_command" && { command: "touch x" }),
    });

    expect(failure).toBe("TargetRequired");
    expect(text).toContain(`${pane} (bash)`);
    expect(meta["expected"]).toBe(true);
    expect(shown(pane)).toBe("$");
  },
);

test("a megabyte is pasted byte for byte, and no buffer stays", async ({ call, pane, tmux, folder }) => {
  const file = `${folder}/pasted`;
  const line = `${"é-x;#{}'\"".repeat(6)}`;
  const text = `${line}\n`.repeat(Math.ceil(1_000_000 / Buffer.byteLength(`${line}\n`)));
  tmux("send-keys", "-t", pane, `stty -echo; cat > ${file}; echo finished`, "Enter");
  await expect.poll(() => tmux("display-message", "-p", "-t", pane, "#{pane_current_command}")).toBe("cat");

  await call("paste_text", { text, pane_id: pane, bracket: false });
  await call("send_keys", { keys: "C-d", pane_id: pane, enter: false });

  const { readFileSync, existsSync } = await import("node:fs");
  await expect
    .poll(() => existsSync(file) && readFileSync(file, "utf8").length, { timeout: 15_000 })
    .toBe(text.length);
  expect(readFileSync(file, "utf8") === text).toBe(true);
  expect(tmux("list-buffers")).toBe("");
});

test("a batch of keys goes on after a failure only when told to", async ({ call, pane, shown }) => {
  const operations = [
    { keys: "echo one", pane_id: pane },
    { keys: "echo two", pane_id: "%999" },
    { keys: "echo three", pane_id: pane },
  ];

  const stopped = (await call("send_keys_batch", { operations })).output;
  const whole = (await call("send_keys_batch", { operations, on_error: "continue" })).output;

  expect(stopped).toMatchObject({ succeeded: 1, failed: 1, stopped_at: 1 });
  expect(stopped.results).toHaveLength(2);
  expect(whole).toMatchObject({ succeeded: 2, failed: 1, stopped_at: null });
  expect(whole.results[0]).toMatchObject({ index: 0, pane_id: pane, success: true, error: null });
  expect(whole.results[1].error).toContain(pane);
  await expect.poll(() => shown(pane)).toMatch(/^three$/m);
});

test("a batch item with an unknown key is refused before anything is typed", async ({
  call,
  pane,
  shown,
}) => {
  const { failure, text } = await call("send_keys_batch", {
    operations: [
      { keys: "touch x", pane_id: pane },
      { keys: "secret-value", zz: 1 },
    ],
  });

  expect(failure).toBe("ValidationError");
  expect(text).toContain("operations.1.zz");
  expect(text).not.toContain("secret-value");
  expect(shown(pane)).toBe("$");
});

test("nothing is sent to a program that has ended", async ({ call, pane, tmux }) => {
  const { buffer_name } = (await call("load_buffer", { content: "x" })).output;
  tmux("set-option", "-g", "remain-on-exit", "on");
  tmux("send-keys", "-t", pane, "exit", "Enter");
  await expect.poll(() => tmux("display-message", "-p", "-t", pane, "#{pane_dead}")).toBe("1");

  for (const [name, args] of [
    ["send_keys", { keys: "x" }],
    ["send_keys", { keys: "C-c", enter: false }],
    ["paste_text", { text: "x" }],
    ["paste_buffer", { buffer_name }],
  ] as const) {
    const { failure, text } = await call(name, { ...args, pane_id: pane });
    expect({ name, failure }).toEqual({ name, failure: "PaneDead" });
    expect(text).toContain("respawn_pane");
  }
  expect(tmux("list-buffers", "-F", "#{buffer_name}")).toBe(buffer_name);
});

test.for([
  { keys: "echo lost" },
  { keys: "echo lost", enter: false },
  { keys: "q", literal: true, enter: false },
  { keys: "Up" },
  { keys: "" },
])("%j is refused in copy mode, and nothing moves there", async (keys, { call, pane, tmux, shown }) => {
  await call("run_command", { command: "seq 1 100", pane_id: pane });
  await call("enter_copy_mode", { pane_id: pane, scroll_up: 5 });
  const place = () =>
    tmux(
      "display-message",
      "-p",
      "-t",
      pane,
      "#{pane_in_mode} #{scroll_position} #{copy_cursor_x} #{copy_cursor_y}",
    );
  const before = place();

  const { failure, text } = await call("send_keys", { ...keys, pane_id: pane });

  expect(failure).toBe("PaneInMode");
  expect(text).toContain("exit_copy_mode");
  expect(place()).toBe(before);
  await call("exit_copy_mode", { pane_id: pane });
  expect(shown(pane)).not.toContain("lost");
});

test("a key without Enter is for the copy mode the pane is in, and a paste for the program", async ({
  call,
  pane,
  tmux,
  shown,
}) => {
  const inMode = () => tmux("display-message", "-p", "-t", pane, "#{pane_in_mode}");
  await call("enter_copy_mode", { pane_id: pane });

  expect((await call("paste_text", { text: "# pasted", pane_id: pane })).isError).toBe(false);
  expect((await call("send_keys", { keys: "PageUp", enter: false, pane_id: pane })).isError).toBe(false);
  expect(inMode()).toBe("1");
  expect((await call("send_keys", { keys: "q", enter: false, pane_id: pane })).isError).toBe(false);

  expect(inMode()).toBe("0");
  await expect.poll(() => shown(pane)).toBe("$ # pasted");
});
