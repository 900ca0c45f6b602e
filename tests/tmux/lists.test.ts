import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { capture } from "../../src/tmux/capture.ts";
import { listPanes, listSessions, listWindows, serverInfo } from "../../src/tmux/listing.ts";
import { createSession, killServer, killSession, renameSession } from "../../src/tmux/sessions.ts";
import { createWindow, renameWindow } from "../../src/tmux/windows.ts";
import { splitWindow } from "../../src/tmux/panes.ts";
import { resolvePane, resolveSession, resolveWindow } from "../../src/tmux/target.ts";
import { waitForText } from "../../src/tmux/wait/text.ts";
import { expect, listening, type Sockets, soon, test } from "./room.ts";

/** As somebody else sees it. */
function isThere(sockets: Sockets): boolean {
  try {
    sockets.cli("main", "-N", "list-sessions");
    return true;
  } catch {
    return false;
  }
}

test("a server nobody started has nothing to list, and listing does not start it", async ({
  server,
  sockets,
}) => {
  expect(await listSessions(server, soon())).toEqual([]);
  expect(await listPanes(server, {}, soon())).toEqual([]);
  expect(await serverInfo(server, soon())).toMatchObject({
    is_alive: false,
    session_count: 0,
    version: null,
  });

  expect(() => sockets.cli("main", "-N", "list-sessions")).toThrow(/no server running|error connecting/);
});

test("what a server we are on is asked starts no further process", async ({ sockets }) => {
  const program = join(sockets.folder, "counted-tmux");
  const log = join(sockets.folder, "started");
  writeFileSync(program, `#!/bin/sh\necho "$*" >>'${log}'\nexec tmux "$@"\n`, { mode: 0o755 });
  const server = sockets.room({ tmuxBin: program }).server();
  const { active_pane_id } = await createSession(server, { name: "one" }, soon());
  const pane = active_pane_id ?? "";
  const started = readFileSync(log, "utf8");

  expect(await serverInfo(server, soon())).toMatchObject({ is_alive: true, session_count: 1 });
  expect(await listSessions(server, soon())).toHaveLength(1);
  expect(await listPanes(server, {}, soon())).toHaveLength(1);
  await resolvePane(server, { pane_id: pane }, soon());
  await capture(server, pane, {}, soon());

  expect(readFileSync(log, "utf8")).toBe(started);
});

test("a session is created, listed and renamed without our own one in sight", async ({ server }) => {
  const made = await createSession(
    server,
    { name: "one", windowName: "first", width: 100, height: 30 },
    soon(),
  );

  expect(await listSessions(server, soon())).toEqual([made]);
  expect(made).toMatchObject({ session_name: "one", window_count: 1, session_attached: "0" });
  expect(await listWindows(server, {}, soon())).toMatchObject([
    { window_name: "first", window_width: "100", window_height: "30", pane_count: 1 },
  ]);
  expect(await listPanes(server, {}, soon())).toMatchObject([
    { pane_id: made.active_pane_id, pane_width: "100", pane_left: 0, pane_at_top: true, is_caller: null },
  ]);
  expect(await renameSession(server, made.session_id, "two", soon())).toMatchObject({ session_name: "two" });
});

test.for([
  "plain",
  "with space",
  "emoji 🐙",
  "quote ' \" \\",
  "#(touch x)",
  "#{pid}",
  "-n",
  ";",
  "a;",
  "$HOME",
  "~",
  "{x}",
  "%if",
])("a window named %j keeps its name", async (name, { server, pane }) => {
  const place = await resolveWindow(server, {}, soon());

  const renamed = await renameWindow(server, place, name, soon());

  expect(pane).toMatch(/^%/);
  // tmux itself spells out backslashes and, up to 3.3, what a shell would expand.
  const { version } = await server.abilities(soon());
  const spelled = name.replace("\\", "\\\\");
  const guarded = spelled.replace("$H", "\\$H");
  if (version.startsWith("3.3")) expect(renamed.window_name).toBe(guarded);
  else expect([spelled, guarded]).toContain(renamed.window_name);
});

test("a tab in a name is spelled out by older tmux and refused by newer, and both are told", async ({
  server,
  pane,
}) => {
  const place = await resolveWindow(server, {}, soon());
  expect(pane).toMatch(/^%/);

  const renamed = await renameWindow(server, place, "tab\tx", soon()).then(
    ({ window_name }) => window_name,
    (error: unknown) => error,
  );

  if (typeof renamed === "string") expect(renamed).toBe("tab\\tx");
  else
    expect(renamed).toMatchObject({ errorType: "BadWindowName", message: expect.not.stringContaining("\t") });
});

test("names tmux would change are refused before anything happens", async ({ server }) => {
  for (const name of ["", "a.b", "a:b", "_termgate-x"]) {
    await expect(createSession(server, { name }, soon())).rejects.toMatchObject({
      errorType: "BadSessionName",
    });
  }
  expect(await server.isAlive(soon())).toBe(false);
});

test("a name that exists is told apart from every other failure", async ({ server }) => {
  await createSession(server, { name: "same" }, soon());

  await expect(createSession(server, { name: "same" }, soon())).rejects.toMatchObject({
    errorType: "TmuxSessionExists",
    expected: true,
  });
});

test("an unknown target is answered with what exists", async ({ server, pane }) => {
  await expect(resolvePane(server, { pane_id: "%999" }, soon())).rejects.toMatchObject({
    errorType: "PaneNotFound",
    message: expect.stringContaining(pane),
  });
  await expect(resolveWindow(server, { window_id: "@999" }, soon())).rejects.toMatchObject({
    errorType: "TmuxObjectDoesNotExist",
    message: expect.stringContaining("work"),
  });
  await expect(resolveSession(server, { session_name: "wor" }, soon())).rejects.toMatchObject({
    errorType: "TmuxObjectDoesNotExist",
  });
});

test("a pane of a grouped session is found by its id", async ({ server, sockets, pane }) => {
  sockets.cli("main", "new-session", "-d", "-t", "work", "-s", "group");

  expect(await resolvePane(server, { pane_id: pane }, soon())).toMatchObject({ paneId: pane });
  expect(await resolvePane(server, { pane_id: pane, session_name: "group" }, soon())).toMatchObject({
    sessionName: "group",
  });
});

test("a pane is found by session, window index and window id", async ({ server, pane }) => {
  const { id } = await resolveSession(server, { session_name: "work" }, soon());
  const window = await createWindow(server, id, { name: "second" }, soon());
  const place = await resolveWindow(server, { window_id: window.window_id }, soon());
  const split = await splitWindow(server, place, { direction: "above" }, soon());

  expect((await resolvePane(server, {}, soon())).paneId).toBe(pane);
  expect(
    (await resolvePane(server, { session_name: "work", window_index: window.window_index }, soon())).paneId,
  ).toBe(split.pane_id);
  expect((await resolveWindow(server, { window_id: window.window_id }, soon())).paneId).toBe(
    window.active_pane_id,
  );
});

test("a path with line ends and tabs does not break a listing", async ({ server, sockets }) => {
  const { mkdirSync } = await import("node:fs");
  const folder = `${sockets.folder}/a\nb\tc`;
  mkdirSync(folder);
  const session = await createSession(server, { name: "odd", startDirectory: folder }, soon());
  await createSession(server, { name: "plain" }, soon());

  await expect
    .poll(
      async () => (await listPanes(server, { sessionId: session.session_id }, soon()))[0]?.pane_current_path,
    )
    .toBe(folder);
  expect(await listPanes(server, {}, soon())).toHaveLength(2);
});

test("the server ends with its last session although our client was there", async ({ server }) => {
  const session = await createSession(server, { name: "last" }, soon());

  await killSession(server, session.session_id, soon());

  await expect.poll(() => server.isAlive(soon())).toBe(false);
});

test.for(["before", "still"])(
  "the server ends with its last session although somebody %s listened to it",
  async (when, { server, sockets }) => {
    const { session_id, active_pane_id } = await createSession(server, { name: "last" }, soon());
    const wait = { patterns: ["never"], timeoutMs: when === "before" ? 50 : 20_000 };
    const waiting = waitForText(server, active_pane_id ?? "", wait).catch((error: Error) => error.name);
    if (when === "before") await waiting;
    else await listening(server, active_pane_id ?? "");

    await killSession(server, session_id, soon());

    await expect.poll(() => isThere(sockets)).toBe(false);
    if (when === "still") expect(await waiting).toBe("PaneGone");
  },
);

test("a killed server can be started again at once", async ({ server }) => {
  for (const name of ["a", "b", "c"]) {
    await createSession(server, { name }, soon());
    await killServer(server, soon());
  }
  await createSession(server, { name: "d" }, soon());

  expect((await listSessions(server, soon())).map((session) => session.session_name)).toEqual(["d"]);
});

test("servers are found in the socket folder and by path, and a given name wins over a default path", async ({
  sockets,
}) => {
  const room = sockets.room();
  const limit = soon();
  await createSession(room.server("named"), { name: "by-name" }, limit);
  await createSession(room.server(), { name: "by-path" }, limit);

  expect((await listSessions(room.server("named"), limit)).map((session) => session.session_name)).toEqual([
    "by-name",
  ]);
  const found = await room.listServers(limit, [sockets.path("main"), sockets.path("dead")]);
  expect(
    found.map(({ socket_name, socket_path, session_count }) => ({ socket_name, socket_path, session_count })),
  ).toEqual([
    { socket_name: "named", socket_path: null, session_count: 1 },
    { socket_name: null, socket_path: sockets.path("main"), session_count: 1 },
  ]);
  await killServer(room.server("named"), limit);
});
