import { expect, test } from "./room.ts";

test("a command's own output and status come back, and nothing of ours stays behind", async ({
  call,
  pane,
  shown,
  tmux,
}) => {
  const { output } = await call("run_command", { command: "printf 'one\\ntwo\\n'; exit 7", pane_id: pane });

  expect(output).toMatchObject({
    pane_id: pane,
    exit_status: 7,
    timed_out: false,
    output: ["one", "two"],
    output_truncated: false,
    effective_timeout: 30,
    handle: null,
  });
  expect(tmux("show-options", "-p", "-t", pane)).toBe("");
  expect(shown(pane)).not.toMatch(/termgate|wait-for|@s_/);
});
