import { sendKeys } from "../../src/tmux/keys.ts";
import { runCommand, waitForCommand } from "../../src/tmux/run/command.ts";
import { expect, soon, test } from "./room.ts";

test("a command of many thousand characters that are no ASCII is read whole", async ({ server, pane }) => {
  const word = "👩🏽".repeat(15_000);

  const { exit_status, output } = await runCommand(server, pane, {
    command: `printf %s '${word}' | wc -c`,
    timeoutMs: 60_000,
  });

  expect({ exit_status, output }).toEqual({ exit_status: 0, output: [String(Buffer.byteLength(word))] });
});

test("output that is still on its way when the shell is back is waited for", async ({ server, pane }) => {
  const { exit_status, output } = await runCommand(server, pane, {
    command: "seq 1 600000; exit 3",
    timeoutMs: 60_000,
  });

  expect({ exit_status, lines: output.length, last: output.at(-1) }).toEqual({
    exit_status: 3,
    lines: 600_000,
    last: "600000",
  });
});

test("a command that someone stopped ends without a status and says so", async ({ server, pane }) => {
  await runCommand(server, pane, { command: "true", timeoutMs: 5_000 });
  const { handle } = await runCommand(server, pane, { command: "echo here; sleep 30", timeoutMs: 500 });

  await sendKeys(server, pane, "C-z", { limit: soon() });

  expect(await waitForCommand(server, handle ?? "", { timeoutMs: 10_000 })).toMatchObject({
    exit_status: null,
    timed_out: false,
    reason: expect.stringContaining("back at its prompt"),
  });
});
