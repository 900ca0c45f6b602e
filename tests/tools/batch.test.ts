import { expect, test } from "./room.ts";

test("tools are called in order, each with its own answer", async ({ call, pane }) => {
  const { output } = await call("call_mutating_tools_batch", {
    operations: [
      { tool: "run_command", arguments: { command: "echo in a batch", pane_id: pane } },
      { tool: "list_panes" },
      { tool: "capture_pane", arguments: { pane_id: pane } },
    ],
  });

  expect(output).toMatchObject({
    succeeded: 3,
    failed: 0,
    stopped_at: null,
    response_truncated: false,
    response_truncated_bytes: 0,
  });
  expect(output.results[0]).toMatchObject({
    index: 0,
    tool: "run_command",
    success: true,
    error: null,
    structured_content: { exit_status: 0, output: ["in a batch"] },
    elapsed_seconds: expect.any(Number),
  });
  expect(output.results[2].content[0].text).toContain("in a batch");
});

test("a failure stops the batch, or is one row of it", async ({ call, pane }) => {
  const operations = [
    { tool: "capture_pane", arguments: { pane_id: "%999" } },
    { tool: "capture_pane", arguments: { pane_id: pane, zz: 1 } },
    { tool: "no_such_tool" },
    { tool: "list_panes" },
  ];

  const stopped = (await call("call_readonly_tools_batch", { operations })).output;
  const whole = (await call("call_readonly_tools_batch", { operations, on_error: "continue" })).output;

  expect(stopped).toMatchObject({ succeeded: 0, failed: 1, stopped_at: 0 });
  expect(stopped.results).toHaveLength(1);
  expect(stopped.results[0]).toMatchObject({ success: false, meta: { error_type: "PaneNotFound" } });
  expect(stopped.results[0].error).toContain("list_panes");
  expect(whole).toMatchObject({ succeeded: 1, failed: 3, stopped_at: null });
  expect(whole.results[1].meta.error_type).toBe("ValidationError");
  expect(whole.results[3].success).toBe(true);
});

test.for([
  ["call_readonly_tools_batch", "send_keys", { keys: "touch x" }],
  ["call_readonly_tools_batch", "kill_server", {}],
  ["call_mutating_tools_batch", "kill_server", {}],
  ["call_destructive_tools_batch", "call_readonly_tools_batch", { operations: [{ tool: "list_panes" }] }],
  ["call_mutating_tools_batch", "wait_for_text", {}],
  ["call_mutating_tools_batch", "wait_for_channel", { channel: "x" }],
] as const)("%s does not call %s", async ([batch, tool, args], { call, pane, tmux }) => {
  const { output } = await call(batch, { operations: [{ tool, arguments: args }] });

  expect(output).toMatchObject({ succeeded: 0, failed: 1 });
  expect(output.results[0].error).toContain(tool);
  expect(tmux("display-message", "-p", "-t", pane, "#{pane_id}")).toBe(pane);
});

test("nothing and a thousand and one are not a batch", async ({ call }) => {
  const many = Array.from({ length: 1_001 }, () => ({ tool: "list_panes" }));

  expect((await call("call_readonly_tools_batch", { operations: [] })).failure).toBe("ValidationError");
  expect((await call("call_readonly_tools_batch", { operations: many })).failure).toBe("ValidationError");
});

test("the time of a batch is the time of all its calls", async ({ call, pane }) => {
  const { output } = await call("call_mutating_tools_batch", {
    operations: [
      { tool: "run_command", arguments: { command: "sleep 30", pane_id: pane } },
      { tool: "list_panes" },
    ],
    on_error: "continue",
    timeout: 0.5,
  });

  expect(output).toMatchObject({ succeeded: 0, failed: 2 });
  for (const row of output.results) expect(row.meta.error_type).toBe("TimeoutError");
});

test("the largest rows are shortened first, and the answer says by how much", async ({
  call,
  pane,
  tmux,
}) => {
  tmux("set-option", "-g", "history-limit", "20000");
  const wide = tmux(
    "new-window",
    "-d",
    "-P",
    "-F",
    "#{pane_id}",
    "-t",
    "work",
    "yes $(printf 'y%.0s' {1..70}) | head -n 8000; cat",
  );
  await expect
    .poll(() => Number(tmux("display-message", "-p", "-t", wide, "#{history_size}")))
    .toBeGreaterThan(7_500);
  const big = { tool: "capture_pane", arguments: { pane_id: wide, start: -20_000, max_lines: 2_000 } };

  const { output } = await call("call_readonly_tools_batch", {
    operations: [{ tool: "capture_pane", arguments: { pane_id: pane } }, big, big, big],
  });

  expect(output.response_truncated).toBe(true);
  expect(output.response_truncated_bytes).toBeGreaterThan(100_000);
  expect(output.results[0].content[0].text).toBe("$");
  expect(output.results.some((row: any) => row.content[0].text.startsWith("[... truncated"))).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThan(500_000);
});

test("the log has one line for each call of a batch, and no payload in any", async ({
  call,
  pane,
  audited,
}) => {
  await call("call_mutating_tools_batch", {
    operations: [
      { tool: "send_keys", arguments: { keys: "echo my-secret-word", pane_id: pane } },
      { tool: "set_environment", arguments: { name: "A", value: "my-secret-word" } },
    ],
  });

  const records = audited();
  expect(records.map((record: any) => record.tool)).toEqual(
    expect.arrayContaining(["send_keys", "set_environment", "call_mutating_tools_batch"]),
  );
  expect(JSON.stringify(records)).not.toContain("my-secret-word");
});
