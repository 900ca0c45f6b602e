import type { Client } from "@modelcontextprotocol/client";
import { expect, test } from "./room.ts";

const at = (pane: string, command: string, more: Record<string, unknown> = {}) => ({
  command,
  pane_id: pane,
  ...more,
});

test("a command's own output and status come back, and nothing of ours stays behind", async ({
  call,
  pane,
  shown,
  tmux,
}) => {
  const { output } = await call("run_command", at(pane, "printf 'one\\ntwo\\n'; exit 7"));

  expect(output).toMatchObject({
    pane_id: pane,
    exit_status: 7,
    timed_out: false,
    output: ["one", "two"],
    output_truncated: false,
    output_truncated_lines: 0,
    effective_timeout: 30,
    handle: null,
  });
  expect(tmux("show-options", "-p", "-t", pane)).toBe("");
  expect(shown(pane)).not.toMatch(/termgate|wait-for|@s_/);
  expect(
    (await call("run_command", at(pane, "echo ${s-none}; set | grep -ci termgate"))).output.output,
  ).toEqual(["none", "0"]);
});

test.for([
  ["true", 0],
  ["false", 1],
  ["exit 255", 255],
  ["sh -c 'kill -9 $$'", 137],
  ["cd / && false", 1],
] as const)("%j ends with %i", async ([command, status], { call, pane }) => {
  expect((await call("run_command", at(pane, command))).output.exit_status).toBe(status);
});

test("output that scrolled off is there too, and a limit keeps the end", async ({ call, pane }) => {
  const numbers = Array.from({ length: 200 }, (_, i) => String(i + 1));

  expect((await call("run_command", at(pane, "seq 1 200"))).output.output).toEqual(numbers);
  expect((await call("run_command", at(pane, "seq 1 200", { max_lines: 3 }))).output).toMatchObject({
    output: ["198", "199", "200"],
    output_truncated: true,
    output_truncated_lines: 197,
  });
});

test("state changed by a command stays in its own shell", async ({ call, pane }) => {
  await call("run_command", at(pane, "cd /; X=1"));

  expect((await call("run_command", at(pane, "echo [$X] $PWD"))).output.output[0]).toMatch(/^\[\] (?!\/$)/);
});

test("several lines, a here-document and quotes run as they are", async ({ call, pane }) => {
  const command = "cat <<'END'\na 'b' \"c\" $d\nEND\nfor i in 1 2; do\n  echo \"$i\"\ndone";

  const { output } = await call("run_command", at(pane, command));
  const off = await call("run_command", at(pane, command, { suppress_history: false }));

  expect(output.output).toEqual(["a 'b' \"c\" $d", "1", "2"]);
  expect(off.output.output).toEqual(output.output);
});

test("asked for by name, suppressed history takes one line, and nothing is typed otherwise", async ({
  call,
  pane,
  shown,
}) => {
  const { isError, meta } = await call("run_command", at(pane, "echo a\necho b", { suppress_history: true }));

  expect(isError).toBe(true);
  expect(meta["expected"]).toBe(true);
  expect(shown(pane)).toBe("$");
});

test("a blank command and a timeout of nothing are refused before anything is typed", async ({
  call,
  pane,
  shown,
}) => {
  expect((await call("run_command", at(pane, "   "))).isError).toBe(true);
  expect((await call("run_command", at(pane, "true", { timeout: 0 }))).failure).toBe("ValidationError");
  expect(shown(pane)).toBe("$");
});

test("an unfinished quote is told at once and leaves a shell that works", async ({ call, pane }) => {
  const { output, isError } = await call("run_command", at(pane, "echo 'unfinished"));

  expect(isError || output.reason).toBeTruthy();
  if (!isError) expect(output).toMatchObject({ timed_out: false });
  expect((await call("run_command", at(pane, "echo fine"))).output).toMatchObject({
    exit_status: 0,
    output: ["fine"],
  });
});

test("copy mode is no trap", async ({ call, pane }) => {
  await call("enter_copy_mode", { pane_id: pane });

  const { isError, output, text } = await call("run_command", at(pane, "echo fine"));

  if (isError) expect(text).toContain("copy mode");
  else expect(output).toMatchObject({ exit_status: 0, output: ["fine"] });
});

test("a program in the foreground is named at once", async ({ call, pane, tmux }) => {
  tmux("send-keys", "-t", pane, "cat", "Enter");
  await expect.poll(() => tmux("display-message", "-p", "-t", pane, "#{pane_current_command}")).toBe("cat");

  const { isError, text, meta } = await call("run_command", at(pane, "echo x"));

  expect(isError).toBe(true);
  expect(meta["expected"]).toBe(true);
  expect(text).toContain("cat");
});

test("a command that outlives its call goes on, and its rest and status come later", async ({
  call,
  pane,
  tmux,
}) => {
  const { output } = await call(
    "run_command",
    at(pane, "echo first; sleep 1.5; echo last; exit 3", { timeout: 0.7 }),
  );

  expect(output).toMatchObject({
    timed_out: true,
    exit_status: null,
    output: ["first"],
    effective_timeout: 0.7,
  });
  expect(output.handle).toEqual(expect.any(String));
  expect(tmux("show-options", "-p", "-t", pane)).toBe("");

  const { output: rest } = await call("wait_for_command", { handle: output.handle });

  expect(rest).toMatchObject({ timed_out: false, exit_status: 3, output: ["last"], handle: null });
  expect((await call("wait_for_command", { handle: output.handle })).failure).toBe("UnknownHandle");
  expect((await call("run_command", at(pane, "echo usable"))).output.output).toEqual(["usable"]);
});

test("two commands in one pane do not mix: the second is told of the first", async ({ call, pane }) => {
  const first = call("run_command", at(pane, "sleep 1; echo one"));
  const second = await call("run_command", at(pane, "echo two"));

  expect(second).toMatchObject({ isError: true, failure: "Busy" });
  expect((await first).output.output).toEqual(["one"]);
});

test("rows of ours are hidden, rows like them are kept, under a long prompt too", async ({
  call,
  pane,
  tmux,
}) => {
  tmux("send-keys", "-t", pane, `PS1='${"p".repeat(100)}> '`, "Enter");
  await expect
    .poll(async () => (await call("capture_pane", { pane_id: pane, join_wrapped: true })).text)
    .toMatch(/p{100}> ?$/);

  const { output } = await call(
    "run_command",
    at(pane, "echo '('; echo 'tmux wait-for -S r_0123456789'; echo ') # done'"),
  );

  expect(output.output).toEqual(["(", "tmux wait-for -S r_0123456789", ") # done"]);
});

const remembering = test.extend<{ tmuxSettings: { suppressHistory: boolean } }>({
  tmuxSettings: { suppressHistory: false },
});

test("by default a command leaves no trace in the history", async ({ call, pane }) => {
  await call("run_command", at(pane, "true SECRETLY"));

  expect((await call("run_command", at(pane, "history | grep -c SECRET''LY"))).output.output).toEqual(["0"]);
});

const toldIn = async (client: Client) => {
  const listed = (await client.listTools()).tools.find(({ name }) => name === "run_command");
  return listed?.inputSchema.properties?.["suppress_history"];
};

test("the listing says that commands are kept out of the history", async ({ client }) => {
  expect(await toldIn(client)).toEqual({ type: "boolean", default: true });
});

remembering("the listing says that commands go into the history", async ({ client }) => {
  expect(await toldIn(client)).toEqual({ type: "boolean", default: false });
});

remembering("where history is on, a command is found in it", async ({ call, pane, shown, tmux }) => {
  await call("run_command", at(pane, "true REMEMBERED"));
  tmux("send-keys", "-t", pane, "history | grep -c REMEM''BERED", "Enter");

  await expect.poll(() => shown(pane)).toMatch(/^[1-9]\d*$/m);
});
