import { capture } from "../../src/tmux/capture.ts";
import { sendKeys } from "../../src/tmux/keys.ts";
import { listPanes } from "../../src/tmux/listing.ts";
import { killPane } from "../../src/tmux/panes.ts";
import { runCommand } from "../../src/tmux/run/command.ts";
import type { Server } from "../../src/tmux/server.ts";
import { resolvePane } from "../../src/tmux/target.ts";
import { within } from "../../src/tmux/within.ts";
import { expect, SHELL, type Sockets, soon, test } from "./room.ts";

/** Another server on the same socket, where the same ids name other panes. */
async function replace(server: Server, sockets: Sockets): Promise<void> {
  const { pid } = await server.identity(soon());
  const dropped = new Promise((resolve) => server.onDropped(resolve));
  process.kill(pid, "SIGKILL");
  await dropped;
  // For a moment the socket may still lead to the server that is gone.
  await expect.poll(() => sockets.cli("main", "new-session", "-A", "-d", "-s", "other", SHELL)).toBe("");
  for (let i = 0; i < 3; i += 1) sockets.cli("main", "split-window", "-t", "other", SHELL);
}

test("a call that found its pane on one server does nothing on the next", async ({
  server,
  sockets,
  pane,
}) => {
  const limit = soon();
  const { paneId } = await resolvePane(server, { pane_id: pane }, limit);
  await replace(server, sockets);

  await expect(killPane(server, paneId, limit)).rejects.toMatchObject({ errorType: "ServerReplaced" });
  await expect(sendKeys(server, paneId, "echo wrong", { enter: true, limit })).rejects.toMatchObject({
    errorType: "ServerReplaced",
  });
  await expect(capture(server, paneId, {}, limit)).rejects.toMatchObject({ errorType: "ServerReplaced" });

  expect(sockets.cli("main", "list-panes", "-s", "-t", "other", "-F", "#{pane_id}").split("\n")).toContain(
    paneId,
  );
  expect((await capture(server, paneId, { start: "-" }, soon())).join("\n")).not.toContain("wrong");
});

test("neither does a command that was about to be typed", async ({ server, sockets, pane }) => {
  const { signal } = new AbortController();
  await resolvePane(server, { pane_id: pane }, within(10_000, signal));
  await replace(server, sockets);

  await expect(
    runCommand(server, pane, { command: "echo wrong", timeoutMs: 5_000, signal }),
  ).rejects.toMatchObject({ errorType: "ServerReplaced" });
});

test("ids from before a restart are refused once, and good when they are named again", async ({
  server,
  sockets,
  pane,
}) => {
  await replace(server, sockets);

  await expect(resolvePane(server, { pane_id: pane }, soon())).rejects.toMatchObject({
    errorType: "ServerReplaced",
  });

  expect(await resolvePane(server, { pane_id: pane }, soon())).toMatchObject({
    paneId: pane,
    sessionName: "other",
  });
});

test("who lists after a restart sees what is there now", async ({ server, sockets, pane }) => {
  await replace(server, sockets);

  const panes = await listPanes(server, {}, soon());

  expect(panes).toHaveLength(4);
  expect(await resolvePane(server, { pane_id: pane }, soon())).toMatchObject({ paneId: pane });
});

test("a call that began before the restart was known does not use what others learnt since", async ({
  server,
  sockets,
  pane,
}) => {
  const limit = soon();
  server.begin(limit);
  await replace(server, sockets);
  await listPanes(server, {}, soon());

  await expect(resolvePane(server, { pane_id: pane }, limit)).rejects.toMatchObject({
    errorType: "ServerReplaced",
  });
});
