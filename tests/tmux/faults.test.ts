import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { capture } from "../../src/tmux/capture.ts";
import { listPanes, listSessions } from "../../src/tmux/listing.ts";
import { renameSession } from "../../src/tmux/sessions.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import { runCommand } from "../../src/tmux/run/command.ts";
import { waitForText } from "../../src/tmux/wait/text.ts";
import { within } from "../../src/tmux/within.ts";
import type { Server } from "../../src/tmux/server.ts";
import { environment, expect, listening, SHELL, soon, test } from "./room.ts";

const names = async (server: Server) =>
  (await listSessions(server, soon())).map((session) => session.session_name);

test("a server that was killed is noticed, and a new one on the same socket is used", async ({
  server,
  sockets,
  pane,
}) => {
  const before = await server.identity(soon());
  const dropped = new Promise<string>((resolve) => server.onDropped(resolve));
  process.kill(before.pid, "SIGKILL");

  expect(await dropped).toBe("closed");
  expect(await names(server)).toEqual([]);
  await expect(capture(server, pane, {}, soon())).rejects.toMatchObject({
    errorType: "TmuxServerNotRunning",
  });

  sockets.cli("main", "new-session", "-d", "-s", "again");
  expect(await names(server)).toEqual(["again"]);
  expect((await server.identity(soon())).key).not.toBe(before.key);
});

test("a change that was under way when the server died is told as unknown, never made twice", async ({
  server,
  pane,
}) => {
  const { pid } = await server.identity(soon());
  process.kill(pid, "SIGSTOP");
  const change = renameSession(server, "$1", "other", soon()).catch(
    (error: { errorType: string }) => error.errorType,
  );
  // By the next turn the line is written, and nobody is there to read it.
  await setImmediate();

  process.kill(pid, "SIGKILL");

  expect(await change).toBe("OutcomeUnknown");
  expect(pane).toMatch(/^%/);
});

test("a detached client and a killed hidden session are replaced at the next call", async ({
  server,
  sockets,
  pane,
}) => {
  for (const end of [
    ["detach-client", "-s"],
    ["kill-session", "-t"],
  ]) {
    const hidden =
      sockets
        .cli("main", "list-sessions", "-F", "#{session_name}")
        .split("\n")
        .find((name) => name.startsWith("_termgate-")) ?? "";
    sockets.cli("main", ...end, hidden);

    expect(await names(server)).toEqual(["work"]);
    expect((await listPanes(server, {}, soon())).map((row) => row.pane_id)).toEqual([pane]);
  }
});

test("nobody else who leaves the server ends a wait or a command of ours", async ({
  server,
  sockets,
  pane,
}) => {
  const waiting = waitForText(server, pane, { patterns: ["needle-1"], timeoutMs: 10_000 });
  await listening(server, pane);
  const running = runCommand(server, pane, { command: "read -r x; echo $x", timeoutMs: 10_000 });
  await expect.poll(() => sockets.cli("main", "capture-pane", "-p", "-t", pane)).toContain("read -r x");
  const hidden = () => sockets.cli("main", "list-sessions", "-F", "#{session_name}").match(/_termgate-/g);

  const other = sockets.room();
  await listSessions(other.server(), soon());
  await expect.poll(hidden).toHaveLength(3);
  await other.close();
  await expect.poll(hidden).toHaveLength(2);

  sockets.cli("main", "new-session", "-d", "-s", "person");
  const person = spawn("tmux", ["-S", sockets.path("main"), "-C", "attach", "-t", "person"], {
    env: environment,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const left = once(person, "exit");
  const attached = () => sockets.cli("main", "list-clients", "-t", "person");
  await expect.poll(attached).not.toBe("");
  sockets.cli("main", "kill-session", "-t", "person");
  await left;

  const command =
    sockets
      .cli("main", "list-clients", "-F", "#{client_name} #{client_flags}")
      .split("\n")
      .find((line) => line.includes("no-output")) ?? "";
  sockets.cli("main", "detach-client", "-t", command.split(" ")[0] ?? "");

  sockets.cli("main", "send-keys", "-t", pane, "needle-1", "Enter");
  expect(await waiting).toMatchObject({ outcome: "matched" });
  expect(await running).toMatchObject({ exit_status: 0, output: ["needle-1", "needle-1"] });
});

test("a client that is moved into the person's session leaves it at once", async ({
  server,
  sockets,
  pane,
}) => {
  await listSessions(server, soon());
  const client = sockets.cli("main", "list-clients", "-F", "#{client_name}").trim();

  sockets.cli("main", "switch-client", "-c", client, "-t", "work");

  await expect
    .poll(() => sockets.cli("main", "display-message", "-p", "-t", pane, "#{session_attached}"))
    .toBe("0\n");
  expect(await names(server)).toEqual(["work"]);
});

test("a stopped server costs a call its deadline and other servers nothing", async ({
  tmux,
  sockets,
  pane,
}) => {
  const other = sockets.room({ socketPath: sockets.path("other") }).server();
  await createSession(other, { name: "other" }, soon());
  const { pid } = await tmux.server().identity(soon());
  process.kill(pid, "SIGSTOP");
  try {
    await expect(capture(tmux.server(), pane, {}, within(300))).rejects.toMatchObject({
      errorType: "TimeoutError",
    });
    await expect(listSessions(sockets.room().server(), within(300))).rejects.toMatchObject({
      errorType: "TimeoutError",
    });
    await expect(waitForText(tmux.server(), pane, { patterns: ["x"], timeoutMs: 300 })).rejects.toMatchObject(
      { errorType: "TimeoutError" },
    );
    expect(await names(other)).toEqual(["other"]);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await expect.poll(() => names(tmux.server())).toEqual(["work"]);
});

test("two rooms on one server see the same and hide each other", async ({ server, sockets, pane }) => {
  const second = sockets.room().server();

  expect(await names(second)).toEqual(["work"]);
  expect(await names(server)).toEqual(["work"]);
  expect((await listPanes(second, {}, soon())).map((row) => row.pane_id)).toEqual([pane]);
});

test("text that looks like protocol comes back as text", async ({ server }) => {
  const lines = [
    "%end 1 1 1",
    "%begin 9 9 1",
    "%error 1 1 1",
    "%exit",
    "%output %0 x",
    "%session-changed $9 x",
  ];
  const session = await createSession(
    server,
    {
      name: "forge",
      shell: `printf '${lines.map((line) => `${line.replaceAll("%", "%%")}\\n`).join("")}'; exec cat`,
    },
    soon(),
  );
  const pane = session.active_pane_id ?? "";

  await expect.poll(() => capture(server, pane, {}, soon())).toEqual(lines);
  expect(await names(server)).toEqual(["forge"]);
});

test("tmux that is missing or too old is named as the reason", async ({ sockets }) => {
  const missing = sockets.room({ tmuxBin: "/nonexistent/tmux" }).server();
  await expect(listSessions(missing, soon())).rejects.toMatchObject({
    errorType: "TmuxCommandNotFound",
    expected: false,
  });
});

test("a room that is killed takes its hidden sessions along and the server lives", async ({
  server,
  sockets,
  pane,
}) => {
  const script = `
    import { Tmux } from ${JSON.stringify(join(import.meta.dirname, "../../src/tmux/tmux.ts"))};
    import { waitForText } from ${JSON.stringify(join(import.meta.dirname, "../../src/tmux/wait/text.ts"))};
    const tmux = new Tmux({ tmuxBin: "tmux", socketPath: ${JSON.stringify(sockets.path("main"))}, environment: process.env, cursorKey: "k", configFile: "/dev/null" });
    waitForText(tmux.server(), ${JSON.stringify(pane)}, { patterns: ["x"], timeoutMs: 60000 }).catch(() => {});
  `;
  for (let i = 0; i < 3; i += 1) {
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
      env: { ...environment, PATH: process.env["PATH"] ?? "" },
      stdio: "ignore",
    });
    await expect
      .poll(
        () => sockets.cli("main", "list-sessions", "-F", "#{session_name}").match(/_termgate-/g)?.length,
        { timeout: 10_000 },
      )
      .toBe(3);
    await listening(server, pane);
    child.kill("SIGKILL");
    await expect
      .poll(
        () => sockets.cli("main", "list-sessions", "-F", "#{session_name}").match(/_termgate-/g)?.length,
        { timeout: 5_000 },
      )
      .toBe(1);
  }
  expect(await names(server)).toEqual(["work"]);
  expect(sockets.cli("main", "display-message", "-p", "-t", pane, "#{window_linked_sessions}")).toBe("1\n");
});

test("the person's session keeps its environment, size and attached count", async ({ server, sockets }) => {
  sockets.cli(
    "main",
    "new-session",
    "-d",
    "-s",
    "theirs",
    "-x",
    "91",
    "-y",
    "31",
    "-e",
    "SSH_AUTH_SOCK=/theirs",
    SHELL,
  );
  const pane = sockets.cli("main", "list-panes", "-t", "theirs", "-F", "#{pane_id}").trim();

  await waitForText(server, pane, { patterns: ["x"], timeoutMs: 1_500 });

  expect(sockets.cli("main", "show-environment", "-t", "theirs", "SSH_AUTH_SOCK")).toBe(
    "SSH_AUTH_SOCK=/theirs\n",
  );
  expect(
    sockets.cli(
      "main",
      "display-message",
      "-p",
      "-t",
      "theirs:",
      "#{window_width}x#{window_height} #{session_attached}",
    ),
  ).toBe("91x31 0\n");
});

test("rooms that leave at the same moment leave the server and its sessions as they were", async ({
  server,
  sockets,
  pane,
}) => {
  for (let round = 0; round < 5; round += 1) {
    const rooms = [1, 2, 3].map(() => sockets.room());
    const waits = rooms.map((room) =>
      waitForText(room.server(), pane, { patterns: ["x"], timeoutMs: 5_000 }).catch(() => "left"),
    );
    await expect
      .poll(() => sockets.cli("main", "list-sessions", "-F", "#{session_name}").match(/_termgate-/g)?.length)
      .toBe(7);
    await Promise.all(rooms.map((room) => room.close()));
    expect(await Promise.all(waits)).toEqual(["left", "left", "left"]);
  }

  expect(await names(server)).toEqual(["work"]);
  await expect
    .poll(() => sockets.cli("main", "list-sessions", "-F", "#{session_name}").match(/_termgate-/g)?.length)
    .toBe(1);
});
