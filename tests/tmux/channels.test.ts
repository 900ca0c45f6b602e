import { execFileSync } from "node:child_process";
import { killServer } from "../../src/tmux/sessions.ts";
import { signalChannel, waitForChannel } from "../../src/tmux/wait/channel.ts";
import { within } from "../../src/tmux/within.ts";
import { expect, type Sockets, soon, test } from "./room.ts";

/** Settles once somebody's client waits on the channel. */
async function begun(sockets: Sockets, channel: string): Promise<void> {
  const running = "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' || true";
  await expect
    .poll(() => execFileSync("sh", ["-c", running], { encoding: "utf8" }), { interval: 20 })
    .toMatch(new RegExp(`${sockets.path("main")} .{0,40}wait-for ${channel}`));
}

test("a signal ends the wait", async ({ server, pane, sockets }) => {
  const waiting = waitForChannel(server, "done", soon());
  await begun(sockets, "done");

  sockets.cli("main", "wait-for", "-S", "done");

  expect(await waiting).toBe(true);
  expect(pane).toMatch(/^%/);
});

test("a signal that came first is not lost", async ({ server, pane }) => {
  await signalChannel(server, "early", soon());

  expect(await waitForChannel(server, "early", soon())).toBe(true);
  expect(await waitForChannel(server, "early", within(100))).toBe(false);
  expect(pane).toMatch(/^%/);
});

test("a wait that timed out does not swallow the signal after it", async ({ server, pane, sockets }) => {
  for (let i = 0; i < 3; i += 1) {
    expect(await waitForChannel(server, "later", within(100))).toBe(false);
    sockets.cli("main", "wait-for", "-S", "later");
    expect(await waitForChannel(server, "later", soon())).toBe(true);
  }
  expect(pane).toMatch(/^%/);
});

test("nor does a termgate that has ended since", async ({ server, pane, sockets }) => {
  const other = sockets.room();
  await other.server().connection(soon());
  expect(await waitForChannel(other.server(), "mine", within(100))).toBe(false);
  await other.close();

  sockets.cli("main", "wait-for", "-S", "mine");

  expect(await waitForChannel(server, "mine", soon())).toBe(true);
  expect(pane).toMatch(/^%/);
});

test("all who wait are woken by one signal", async ({ server, pane, sockets }) => {
  const waiting = Promise.all([
    waitForChannel(server, "both", soon()),
    waitForChannel(server, "both", soon()),
  ]);
  await begun(sockets, "both");

  await signalChannel(server, "both", soon());

  expect(await waiting).toEqual([true, true]);
  expect(pane).toMatch(/^%/);
});

test("a server that goes away is not a signal", async ({ server, pane, sockets }) => {
  const waiting = waitForChannel(server, "gone", soon()).then(
    () => "signalled",
    (error: { errorType: string }) => error.errorType,
  );
  await begun(sockets, "gone");

  await killServer(server, soon());

  expect(await waiting).toBe("TmuxServerNotRunning");
  expect(pane).toMatch(/^%/);
});

test("other calls are answered while a channel is waited on", async ({ server, pane }) => {
  const waiting = waitForChannel(server, "slow", within(500));

  expect(await server.read([`display-message -p -t ${pane} '#{pane_id}'`], soon())).toEqual([`${pane}\n`]);

  expect(await waiting).toBe(false);
  await expect(waitForChannel(server, "no spaces", soon())).rejects.toMatchObject({
    errorType: "ExpectedToolError",
  });
});
