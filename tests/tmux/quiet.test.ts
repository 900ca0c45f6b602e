import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../src/tmux/run/command.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import { waitForChannel } from "../../src/tmux/wait/channel.ts";
import { waitForIdle } from "../../src/tmux/wait/idle.ts";
import { waitForText } from "../../src/tmux/wait/text.ts";
import { within } from "../../src/tmux/within.ts";
import { expect, listening, SHELL, soon, test } from "./room.ts";

test("while calls wait, tmux is asked nothing and no process is started", async ({ sockets }) => {
  const { folder } = sockets;
  const program = join(folder, "counted-tmux");
  writeFileSync(program, `#!/bin/sh\necho "$*" >>'${folder}/started'\nexec tmux "$@"\n`, { mode: 0o755 });
  const server = sockets.room({ tmuxBin: program }).server();
  const opened = async (name: string) =>
    (await createSession(server, { name, shell: SHELL }, soon())).active_pane_id ?? "";
  const [texts, idle, shell] = [await opened("texts"), await opened("idle"), await opened("shell")];
  const left = new AbortController();
  const { signal } = left;
  const waits = [
    waitForText(server, texts, { patterns: ["never"], timeoutMs: 60_000, signal }),
    waitForIdle(server, idle, { quietMs: 60_000, timeoutMs: 60_000, signal }),
    waitForChannel(server, "never", within(60_000, signal)),
  ];
  const ended = Promise.allSettled(waits);
  for (const pane of [texts, idle]) await listening(server, pane);
  await expect.poll(() => readFileSync(join(folder, "started"), "utf8")).toContain("wait-for");

  // tmux keeps a record of every command it was given; what runs in the pane looks at it twice, and it waits, too.
  const look = (name: string) => `tmux show-messages >${name}; cp started ${name}-started`;
  const command = `cd '${folder}'; ${look("before")}; sleep 0.7; ${look("after")}`;
  await runCommand(server, shell, { command, timeoutMs: 30_000 });
  left.abort();
  await ended;

  const read = (name: string) => readFileSync(join(folder, name), "utf8").trim().split("\n");
  const [before, after] = [read("before"), read("after")];
  expect(before.length).toBeGreaterThan(10);
  // The newest comes first.
  expect(after.slice(0, after.length - before.length)).toEqual([
    expect.stringMatching(/command: show-messages/),
  ]);
  expect(read("after-started")).toEqual(read("before-started"));
});
