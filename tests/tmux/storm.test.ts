import { setTimeout as delay } from "node:timers/promises";
import { ToolError } from "../../src/errors.ts";
import { capture, snapshot } from "../../src/tmux/capture.ts";
import { sendKeys } from "../../src/tmux/keys.ts";
import { listPanes, listSessions } from "../../src/tmux/listing.ts";
import { splitWindow } from "../../src/tmux/panes.ts";
import { runCommand } from "../../src/tmux/run/command.ts";
import { searchPanes } from "../../src/tmux/search.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import { resolvePane } from "../../src/tmux/target.ts";
import { waitForText } from "../../src/tmux/wait/text.ts";
import { selectLayout } from "../../src/tmux/windows.ts";
import { within } from "../../src/tmux/within.ts";
import { expect, SHELL, listening, soon, test } from "./room.ts";

test(
  "a wait on a quiet pane does not hear the noise beside it",
  { timeout: 60_000 },
  async ({ server, pane }) => {
    const place = await resolvePane(server, { pane_id: pane }, soon());
    for (let i = 0; i < 5; i += 1) {
      await splitWindow(server, place, { shell: "exec yes noise" }, soon());
      await selectLayout(server, place, "tiled", soon());
    }
    const received: number[] = [];
    const watched = await server.watch.join(
      place,
      { output: (bytes) => received.push(bytes.length), gone: () => {} },
      soon(),
    );
    await watched.ask(["display-message -p ready"], soon());

    expect(await waitForText(server, pane, { patterns: ["noise"], timeoutMs: 500 })).toMatchObject({
      outcome: "timeout",
    });
    expect(await runCommand(server, pane, { command: "echo heard", timeoutMs: 10_000 })).toMatchObject({
      exit_status: 0,
      output: ["heard"],
    });
    watched.leave();

    expect(received.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000);
    expect(await listPanes(server, {}, soon())).toHaveLength(6);
  },
);

test("a pane that is opened beside a watched one is kept silent too", async ({ server, pane }) => {
  const waiting = waitForText(server, pane, { patterns: ["noise"], timeoutMs: 800 });
  await listening(server, pane);

  await splitWindow(
    server,
    await resolvePane(server, { pane_id: pane }, soon()),
    { shell: "exec yes noise" },
    soon(),
  );

  expect(await waiting).toMatchObject({ outcome: "timeout" });
});

test(
  "whatever is killed in the middle, every call ends in time with an answer or a typed failure",
  { timeout: 120_000 },
  async ({ tmux, sockets }) => {
    const server = tmux.server();
    // The same sequence every time: a failure can be looked at again.
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const late: string[] = [];
    const untyped: unknown[] = [];
    const timed = async (name: string, work: (limit: ReturnType<typeof within>) => Promise<unknown>) => {
      const started = performance.now();
      await work(within(3_000)).catch((error: unknown) => error instanceof ToolError || untyped.push(error));
      if (performance.now() - started > 6_000) late.push(name);
    };
    for (let round = 0; round < 30; round += 1) {
      const session = await createSession(server, { name: `s${round}`, shell: SHELL }, soon());
      const pane = session.active_pane_id ?? "";
      const calls = [
        timed("list", (limit) => listPanes(server, {}, limit)),
        timed("sessions", (limit) => listSessions(server, limit)),
        timed("capture", (limit) => capture(server, pane, {}, limit)),
        timed("snapshot", (limit) => snapshot(server, pane, {}, limit)),
        timed("search", (limit) => searchPanes(server, { pattern: "x", start: -100 }, limit)),
        timed("keys", (limit) => sendKeys(server, pane, "echo x", { enter: true, limit })),
        timed("wait", () => waitForText(server, pane, { patterns: ["never"], timeoutMs: 400 })),
        timed("run", () => runCommand(server, pane, { command: "sleep 0.1; echo x", timeoutMs: 800 })),
      ];
      await delay(random(120));
      const hidden = () =>
        sockets
          .cli("main", "list-sessions", "-F", "#{session_name}")
          .split("\n")
          .filter((name) => name.startsWith("_termgate-"));
      try {
        const what = random(5);
        if (what === 0) process.kill((await server.identity(soon())).pid, "SIGKILL");
        else if (what === 1) sockets.cli("main", "kill-pane", "-t", pane);
        else if (what === 2) sockets.cli("main", "kill-session", "-t", hidden()[0] ?? "none");
        else if (what === 3) sockets.cli("main", "detach-client", "-s", hidden().at(-1) ?? "none");
        else sockets.cli("main", "kill-server");
      } catch {
        // What was to be killed is gone already.
      }
      await Promise.all(calls);
    }

    expect({ late, untyped }).toEqual({ late: [], untyped: [] });
  },
);
