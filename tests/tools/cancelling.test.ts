import { expect, holders, overheard, programs, test } from "./room.ts";

interface Wait {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** What would have ended the wait, had nobody cancelled it. */
  readonly late: readonly string[];
}

const WAITS: readonly Wait[] = [
  {
    tool: "wait_for_text",
    args: { patterns: ["over"] },
    late: ["send-keys", "-t", "work", "echo ov''er", "Enter"],
  },
  { tool: "wait_for_text", args: {}, late: ["send-keys", "-t", "work", "Enter"] },
  { tool: "wait_for_idle", args: { quiet_ms: 20_000 }, late: ["send-keys", "-t", "work", "Enter"] },
  {
    tool: "run_command",
    args: { command: "echo begun; read -r line" },
    late: ["send-keys", "-t", "work", "Enter"],
  },
  { tool: "wait_for_channel", args: { channel: "over" }, late: ["wait-for", "-S", "over"] },
];

test.for(WAITS)(
  "$tool with $args ends when it is cancelled, unanswered and without a trace",
  async ({ tool, args, late }, { client, call, pane, tmux, audited, folder, shown }) => {
    // The client that watches stays for a while after the first wait; it is no trace of the second.
    await call("wait_for_text", { patterns: ["x"], pane_id: pane, timeout: 0.05 });
    await expect.poll(() => holders(tmux)).toBe(1);
    const before = programs(folder);
    const sent = overheard(client);
    const cancel = new AbortController();
    const cancelled = client.callTool(
      {
        name: tool,
        arguments: { ...args, ...(tool !== "wait_for_channel" && { pane_id: pane }), timeout: 25 },
      },
      { signal: cancel.signal },
    );
    cancelled.catch(() => {});
    await expect
      .poll(() => holders(tmux) > 1 || programs(folder).join().includes("wait-for over"))
      .toBe(true);
    if (tool === "run_command") await expect.poll(() => shown(pane)).toMatch(/^begun$/m);

    cancel.abort("enough");

    await expect(cancelled).rejects.toThrow();
    // The line is written when the call is over, long before its own time is.
    await expect
      .poll(() => audited())
      .toContainEqual(expect.objectContaining({ tool, outcome: "cancelled" }));
    tmux(...late);
    await expect.poll(() => programs(folder)).toEqual(before);
    await expect.poll(() => holders(tmux)).toBe(1);
    expect(tmux("show-options", "-p", "-t", pane)).toBe("");
    expect(tmux("list-buffers")).toBe("");
    expect(await call("run_command", { command: "echo fine", pane_id: pane })).toMatchObject({
      output: { exit_status: 0, output: ["fine"] },
    });
    expect(sent.filter((message) => "result" in message || "error" in message)).toHaveLength(1);
  },
);

test("a call that is cancelled in the same breath types nothing", async ({
  client,
  call,
  pane,
  shown,
  audited,
}) => {
  const sent = overheard(client);
  const send = (message: object) => client.transport?.send({ jsonrpc: "2.0", ...message } as any);

  await Promise.all([
    send({
      id: "early",
      method: "tools/call",
      params: { name: "run_command", arguments: { command: "echo ran", pane_id: pane } },
    }),
    send({ method: "notifications/cancelled", params: { requestId: "early" } }),
  ]);

  await expect.poll(() => audited()).toMatchObject([{ tool: "run_command", outcome: "cancelled" }]);
  await call("list_panes");
  expect(shown(pane)).toBe("$");
  expect(sent.filter(({ id }) => id === "early")).toEqual([]);
});
