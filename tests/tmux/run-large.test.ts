import { runCommand } from "../../src/tmux/run/command.ts";
import { expect, test } from "./room.ts";

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
