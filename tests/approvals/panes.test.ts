import { expect, test as room } from "../tools/room.ts";

const test = room.extend({ profile: "full" as const });

test("a catastrophic line typed over several calls is stopped before it is submitted", async ({
  call,
  pane,
  shown,
}) => {
  expect(
    await call("send_keys", { pane_id: pane, keys: "sudo ", enter: false, literal: true }),
  ).toMatchObject({ isError: false });
  expect(await call("send_keys", { pane_id: pane, keys: "true", enter: false })).toMatchObject({
    isError: false,
  });

  const { failure } = await call("send_keys", { pane_id: pane, keys: "", enter: true });

  expect(failure).toBe("ApprovalDenied");
  await expect.poll(() => shown(pane)).toContain("$ sudo true");
  expect(shown(pane)).not.toMatch(/\$ sudo true\n.*\$/s);
});

test.for(["Enter", "C-m", "C-M", "^M", "0x0d", "KPEnter"])(
  "%s submits like Enter",
  async (enter, { call, pane }) => {
    await call("send_keys", { pane_id: pane, keys: "sudo true", enter: false });

    expect(await call("send_keys", { pane_id: pane, keys: enter, enter: false })).toMatchObject({
      failure: "ApprovalDenied",
    });
  },
);

test("a line with a protected path is blocked, in whichever way it gets to the prompt", async ({
  call,
  pane,
  shown,
}) => {
  const text = "echo x > /etc/termgate-test\n";

  expect(await call("send_keys", { pane_id: pane, keys: text.trim() })).toMatchObject({
    failure: "CommandBlocked",
  });
  expect(await call("paste_text", { pane_id: pane, text })).toMatchObject({ failure: "CommandBlocked" });
  expect(await call("run_command", { pane_id: pane, command: text.trim() })).toMatchObject({
    failure: "CommandBlocked",
  });
  const { output } = await call("load_buffer", { content: text });
  expect(await call("paste_buffer", { pane_id: pane, buffer_name: output.buffer_name })).toMatchObject({
    failure: "CommandBlocked",
  });
  expect(await call("send_keys_batch", { operations: [{ pane_id: pane, keys: text.trim() }] })).toMatchObject(
    {
      output: { failed: 1 },
    },
  );
  expect(shown(pane)).not.toContain("termgate-test");
});

test("a command is judged in the folder of the pane it runs in", async ({ call, pane, tmux }) => {
  await call("send_keys", { pane_id: pane, keys: "cd /etc" });
  await expect.poll(() => tmux("display-message", "-p", "-t", pane, "#{pane_current_path}")).toBe("/etc");
  const blocked = { failure: "CommandBlocked" };

  expect(await call("run_command", { pane_id: pane, command: "echo x > termgate-test" })).toMatchObject(
    blocked,
  );

  const { output } = await call("create_session", { session_name: "elsewhere", start_directory: "/etc" });
  const target = { pane_id: output.active_pane_id, shell: "echo x > termgate-test" };
  expect(await call("split_window", target)).toMatchObject(blocked);
  expect(await call("respawn_pane", target)).toMatchObject(blocked);
});

test("ordinary work in a pane is not asked about", async ({ call, pane, shown }) => {
  await call("send_keys", { pane_id: pane, keys: "echo a; rm -f nothing-here; echo b$((1+1))" });

  await expect.poll(() => shown(pane)).toContain("b2");
});

test("a line thrown away does not follow into the next one", async ({ call, pane, shown }) => {
  await call("send_keys", { pane_id: pane, keys: "sudo ", enter: false, literal: true });
  await call("send_keys", { pane_id: pane, keys: "C-u", enter: false });
  await call("send_keys", { pane_id: pane, keys: "echo fine" });

  await expect.poll(() => shown(pane)).toMatch(/^fine$/m);
});

test("a line we still remember cannot cover for one that follows", async ({ call, pane, tmux }) => {
  await call("send_keys", { pane_id: pane, keys: "echo ", enter: false, literal: true });
  tmux("send-keys", "-t", pane, "C-c");

  expect(await call("send_keys", { pane_id: pane, keys: "sudo true" })).toMatchObject({
    failure: "ApprovalDenied",
  });
});

test("keys into a program that is no shell pass", async ({ call, pane, shown, tmux }) => {
  tmux("send-keys", "-t", pane, "cat", "Enter");
  await expect
    .poll(() => tmux("display-message", "-p", "-t", pane, "#{pane_current_command}").trim())
    .toBe("cat");

  expect(await call("send_keys", { pane_id: pane, keys: "sudo true" })).toMatchObject({ isError: false });

  await expect.poll(() => shown(pane)).toMatch(/sudo true\nsudo true/);
  tmux("send-keys", "-t", pane, "C-c");
});

/** Start a program at the prompt and wait until it has the terminal. */
async function start(tmux: (...args: string[]) => string, pane: string, line: string): Promise<void> {
  tmux("send-keys", "-t", pane, "-l", line);
  tmux("send-keys", "-t", pane, "Enter");
  const name = line.split(" ")[0] ?? "";
  await expect
    .poll(() => tmux("display-message", "-p", "-t", pane, "#{pane_current_command}").trim())
    .toBe(name);
}

test("a line typed ahead, which the shell reads later, is judged before it is typed", async ({
  call,
  pane,
  tmux,
  shown,
}) => {
  await start(tmux, pane, "sleep 300");

  expect(await call("send_keys", { pane_id: pane, keys: "sudo true" })).toMatchObject({
    failure: "ApprovalDenied",
  });
  expect(await call("paste_text", { pane_id: pane, text: "echo x > /etc/termgate-test\n" })).toMatchObject({
    failure: "CommandBlocked",
  });
  expect(await call("send_keys", { pane_id: pane, keys: "echo ordinary-$((1+1))" })).toMatchObject({
    isError: false,
  });
  tmux("send-keys", "-t", pane, "C-c");

  await expect.poll(() => shown(pane)).not.toContain("sudo");
});

test("a line begun while a program ran and ended at the prompt is judged whole", async ({
  call,
  pane,
  tmux,
}) => {
  await start(tmux, pane, "sleep 0.5");
  await call("send_keys", { pane_id: pane, keys: "sudo ", enter: false, literal: true });
  await expect
    .poll(() => tmux("display-message", "-p", "-t", pane, "#{pane_current_command}").trim())
    .toBe("bash");

  expect(await call("send_keys", { pane_id: pane, keys: "true" })).toMatchObject({
    failure: "ApprovalDenied",
  });
});

test.for(["cat", "python3 -q", "vi -u NONE", "bc -q", "less /etc/hostname"])(
  "%s keeps taking whatever is typed",
  async (line, { call, pane, tmux }) => {
    await start(tmux, pane, line);

    expect(await call("send_keys", { pane_id: pane, keys: "sudo true", literal: true })).toMatchObject({
      isError: false,
    });
    tmux("kill-server");
  },
);

test("the answer to a script's question passes", async ({ call, pane, tmux, shown }) => {
  tmux("send-keys", "-t", pane, "-l", "env bash -c 'read -r answer; echo got:$answer'");
  tmux("send-keys", "-t", pane, "Enter");
  await expect.poll(() => shown(pane)).toContain("read -r");

  expect(await call("send_keys", { pane_id: pane, keys: "yes" })).toMatchObject({ isError: false });

  await expect.poll(() => shown(pane)).toMatch(/^got:yes$/m);
});

test("programs that tmux itself would run are judged", async ({ call, pane }) => {
  expect(
    await call("set_option", { option: "status-right", value: "#(sudo true)", global_: true }),
  ).toMatchObject({ failure: "ApprovalDenied" });
  expect(
    await call("set_option", { option: "status-right", value: "#{E:pane_title}", global_: true }),
  ).toMatchObject({ failure: "ApprovalDenied" });
  expect(await call("set_environment", { name: "LD_PRELOAD", value: "/tmp/x.so" })).toMatchObject({
    failure: "ApprovalDenied",
  });
  expect(await call("display_message", { format_string: "#(touch /etc/x)", pane_id: pane })).toMatchObject({
    failure: "CommandBlocked",
  });
  expect(await call("split_window", { pane_id: pane, shell: "sudo true" })).toMatchObject({
    failure: "ApprovalDenied",
  });
  expect(
    await call("create_session", { session_name: "x", environment: { BASH_ENV: "/tmp/x" } }),
  ).toMatchObject({ failure: "ApprovalDenied" });
});

const asBefore = room.extend({ profile: "libtmux" as const });
asBefore("the drop-in only watches, and writes the class down", async ({ call, pane, audited, shown }) => {
  await call("send_keys", { pane_id: pane, keys: "sudo --no-such-option; echo went-on" });

  await expect.poll(() => shown(pane)).toMatch(/^went-on$/m);
  expect(audited().find(({ tool, outcome }) => tool === "send_keys" && outcome === "ok")).toMatchObject({
    class: "catastrophic",
    strictness: "observe",
  });
});
