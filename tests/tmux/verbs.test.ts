import { existsSync, readFileSync } from "node:fs";
import { capture, snapshot } from "../../src/tmux/capture.ts";
import { callerOf, isCaller, mayBeOn, owns } from "../../src/tmux/caller.ts";
import { withoutHistory } from "../../src/tmux/history.ts";
import { sendKeys } from "../../src/tmux/keys.ts";
import { listPanes, listWindows } from "../../src/tmux/listing.ts";
import { displayMessage, pipePane } from "../../src/tmux/message.ts";
import {
  setEnvironment,
  setOption,
  showEnvironment,
  showHook,
  showHooks,
  showOption,
} from "../../src/tmux/options.ts";
import {
  clearPane,
  enterCopyMode,
  exitCopyMode,
  killPane,
  paneById,
  resizePane,
  respawnPane,
  selectPane,
  setPaneTitle,
  splitWindow,
  stepPane,
  swapPane,
} from "../../src/tmux/panes.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import { requirePane, resolvePane, resolveWindow } from "../../src/tmux/target.ts";
import {
  createWindow,
  killWindow,
  moveWindow,
  resizeWindow,
  selectLayout,
  selectWindow,
  stepWindow,
} from "../../src/tmux/windows.ts";
import { environment, expect, soon, test } from "./room.ts";

const cat = "exec cat";

test("windows are created, selected, stepped through, moved, resized and killed", async ({
  server,
  pane,
}) => {
  const place = await resolvePane(server, { pane_id: pane }, soon());
  const second = await createWindow(server, place.sessionId, { name: "second", shell: cat }, soon());
  const before = await createWindow(
    server,
    place.sessionId,
    { name: "before", direction: "before", shell: cat },
    soon(),
  );

  expect(second).toMatchObject({ window_name: "second", window_active: "0", pane_count: 1 });
  expect(Number(before.window_index)).toBe(0);
  const at = { sessionId: place.sessionId, windowId: second.window_id };
  expect(await selectWindow(server, at, soon())).toMatchObject({
    window_id: second.window_id,
    window_active: "1",
  });
  expect(await stepWindow(server, place.sessionId, "previous", soon())).toMatchObject({
    window_id: place.windowId,
  });
  expect(await stepWindow(server, place.sessionId, "last", soon())).toMatchObject({
    window_id: second.window_id,
  });
  expect(await moveWindow(server, at, { sessionId: place.sessionId, index: "7" }, soon())).toMatchObject({
    window_index: "7",
  });
  expect(await resizeWindow(server, at, { width: 100, height: 40 }, soon())).toMatchObject({
    window_width: "100",
    window_height: "40",
  });
  await killWindow(server, second.window_id, soon());
  expect((await listWindows(server, {}, soon())).map((window) => window.window_name)).not.toContain("second");
});

test("panes are split on each side, focused, resized, swapped, titled and killed", async ({
  server,
  pane,
}) => {
  const place = await resolvePane(server, { pane_id: pane }, soon());
  const right = await splitWindow(server, place, { direction: "right", shell: cat }, soon());
  const above = await splitWindow(server, place, { direction: "above", size: 5, shell: cat }, soon());

  expect(right).toMatchObject({
    pane_at_right: true,
    pane_active: "0",
    pane_current_command: expect.any(String),
  });
  expect(above).toMatchObject({ pane_at_top: true, pane_height: "5", pane_at_left: true });
  expect(
    await selectPane(server, await resolvePane(server, { pane_id: right.pane_id }, soon()), soon()),
  ).toMatchObject({ pane_active: "1" });
  expect(await stepPane(server, place, "last", soon())).toMatchObject({ pane_id: pane });
  expect(await stepPane(server, place, "up", soon())).toMatchObject({ pane_id: above.pane_id });
  expect(await stepPane(server, place, "next", soon())).toMatchObject({ pane_id: pane });
  expect(await resizePane(server, place, { width: 20 }, soon())).toMatchObject({ pane_width: "20" });
  expect(await resizePane(server, place, { zoom: true }, soon())).toMatchObject({ pane_width: "80" });
  expect(await resizePane(server, place, { zoom: true }, soon())).toMatchObject({ pane_width: "80" });
  expect(await resizePane(server, place, { zoom: false }, soon())).toMatchObject({ pane_width: "20" });
  expect(await swapPane(server, right.pane_id, above.pane_id, soon())).toMatchObject({
    pane_id: right.pane_id,
    pane_at_top: true,
    pane_at_left: true,
  });
  expect(await setPaneTitle(server, right.pane_id, "#(touch x) 'title' 🐙", soon())).toMatchObject({
    pane_title: "#(touch x) 'title' 🐙",
  });
  await killPane(server, right.pane_id, soon());
  await expect(paneById(server, right.pane_id, soon())).rejects.toMatchObject({ errorType: "PaneNotFound" });
});

test("a layout is told as it is after the change, a bad one is refused", async ({ server, pane }) => {
  const place = await resolvePane(server, { pane_id: pane }, soon());
  await splitWindow(server, place, { shell: cat }, soon());
  const before = (await listWindows(server, {}, soon()))[0]?.window_layout;

  const after = await selectLayout(server, place, "even-horizontal", soon());

  expect(after.window_layout).not.toBe(before);
  expect(after.window_layout).toBe((await listWindows(server, {}, soon()))[0]?.window_layout);
  const drawn = before ?? "";
  expect(await selectLayout(server, place, drawn, soon())).toMatchObject({ window_layout: drawn });
  for (const bad of [
    "no-such-layout",
    "",
    "abcd,80x24,0,0,1",
    drawn.slice(0, -1),
    `${drawn}x`,
    "0000,",
    "b25d,80x24,0,0{",
  ]) {
    await expect(selectLayout(server, place, bad, soon())).rejects.toMatchObject({
      errorType: "LibTmuxException",
    });
  }
  expect(await server.isAlive(soon())).toBe(true);
});

test("copy mode is entered, scrolled and left", async ({ server, pane }) => {
  await enterCopyMode(server, pane, 0, soon());
  expect(await snapshot(server, pane, {}, soon())).toMatchObject({
    pane_in_mode: true,
    pane_mode: "copy-mode",
  });
  await exitCopyMode(server, pane, soon());
  await exitCopyMode(server, pane, soon());
  expect(await snapshot(server, pane, {}, soon())).toMatchObject({ pane_in_mode: false });
});

test("a pane is cleared and started anew in another folder", async ({ server, pane, sockets }) => {
  await sendKeys(server, pane, "seq 1 100", { enter: true, limit: soon() });
  await expect.poll(async () => (await snapshot(server, pane, {}, soon())).history_size).toBeGreaterThan(0);
  await clearPane(server, pane, soon());
  expect(await snapshot(server, pane, {}, soon())).toMatchObject({ history_size: 0 });

  const place = await resolvePane(server, { pane_id: pane }, soon());
  const before = await paneById(server, pane, soon());
  const after = await respawnPane(
    server,
    place,
    { shell: `echo "$MARK"; exec cat`, startDirectory: sockets.folder, environment: { MARK: "a b;c" } },
    soon(),
  );

  expect(after.pane_id).toBe(pane);
  expect(after.pane_pid).not.toBe(before.pane_pid);
  await expect.poll(() => capture(server, pane, {}, soon())).toEqual(["a b;c"]);
  await expect
    .poll(async () => (await paneById(server, pane, soon())).pane_current_path)
    .toBe(sockets.folder);
  await expect(respawnPane(server, place, { kill: false }, soon())).rejects.toMatchObject({
    errorType: "LibTmuxException",
  });
});

test("a snapshot is one moment of a pane", async ({ server, pane }) => {
  await expect.poll(() => capture(server, pane, {}, soon())).toEqual(["$"]);
  await sendKeys(server, pane, "echo hello", { enter: true, limit: soon() });
  await expect.poll(async () => (await snapshot(server, pane, {}, soon())).content).toContain("\nhello\n");

  expect(await snapshot(server, pane, { maxLines: 1, isCaller: false }, soon())).toMatchObject({
    pane_id: pane,
    content: "$",
    cursor_x: 2,
    cursor_y: 2,
    pane_width: 80,
    pane_height: 24,
    pane_dead: false,
    alternate_on: false,
    content_truncated: true,
    content_truncated_lines: 2,
    is_caller: false,
  });
});

test("a capture joins wrapped lines, keeps colours and sees below a full-screen program when asked", async ({
  server,
}) => {
  const session = await createSession(
    server,
    {
      name: "x",
      width: 20,
      height: 10,
      shell: `printf '%030d\\n\\033[31mred\\033[0m\\n' 1; printf '\\033[?1049h\\033[Hcover'; exec cat`,
    },
    soon(),
  );
  const pane = session.active_pane_id ?? "";
  await expect.poll(() => capture(server, pane, {}, soon())).toEqual(["cover"]);

  expect(await capture(server, pane, { alternate: true }, soon())).toEqual([
    "0".repeat(20),
    `${"0".repeat(9)}1`,
    "red",
  ]);
  expect((await capture(server, pane, { alternate: true, joinWrapped: true }, soon()))[0]?.trimEnd()).toBe(
    `${"0".repeat(29)}1`,
  );
  expect((await capture(server, pane, { alternate: true, ansi: true }, soon())).join("\n")).toContain(
    "\x1b[31mred",
  );
  const plain = await createSession(server, { name: "y", shell: cat }, soon());
  await expect(
    capture(server, plain.active_pane_id ?? "", { alternate: true }, soon()),
  ).rejects.toMatchObject({ errorType: "NoAlternateScreen" });
});

test("options are shown where they are set and typed as what they are", async ({ server, pane }) => {
  const value = 'it\'s "x" # \\ $y';
  await setOption(server, "@mine", value, { scope: "pane", target: pane, limit: soon() });

  expect(await showOption(server, "@mine", { scope: "pane", target: pane }, soon())).toEqual({
    option: "@mine",
    value,
  });
  expect(await showOption(server, "history-limit", { scope: "session", global: true }, soon())).toEqual({
    option: "history-limit",
    value: 2000,
  });
  expect(await showOption(server, "mouse", { global: true }, soon())).toEqual({
    option: "mouse",
    value: false,
  });
  expect(await showOption(server, "mouse", { scope: "session", target: "$1" }, soon())).toEqual({
    option: "mouse",
    value: null,
  });
  await expect(showOption(server, "no-such-option", { global: true }, soon())).rejects.toMatchObject({
    errorType: "InvalidOption",
  });
});

test("variables are set and shown, unset ones as such", async ({ server, sockets, pane }) => {
  const place = await resolvePane(server, { pane_id: pane }, soon());
  await setEnvironment(
    server,
    { name: "MINE", value: "-a 'b' $x \\ \"q\"\nc=d", sessionId: place.sessionId },
    soon(),
  );
  sockets.cli("main", "set-environment", "-t", "work", "-r", "GONE");

  const { variables } = await showEnvironment(server, place.sessionId, soon());
  expect(variables["-GONE"]).toBe(true);
  expect(variables["MINE"]).toBe("-a 'b' $x \\ \"q\"\nc=d");
  await setEnvironment(server, { name: "EVERYWHERE", value: "1" }, soon());
  expect((await showEnvironment(server, undefined, soon())).variables["EVERYWHERE"]).toBe("1");
  await expect(setEnvironment(server, { name: "a=b", value: "" }, soon())).rejects.toMatchObject({
    errorType: "InvalidVariable",
  });
});

test("hooks are listed with their index", async ({ server, sockets, pane }) => {
  sockets.cli("main", "set-hook", "-g", "after-new-window[3]", "display-message hello");

  expect(await showHook(server, "after-new-window", { global: true }, soon())).toEqual({
    entries: [{ hook_name: "after-new-window", index: 3, command: expect.stringContaining("hello") }],
  });
  expect((await showHooks(server, { scope: "server" }, soon())).entries).toContainEqual(
    expect.objectContaining({ hook_name: "after-new-window", index: 3 }),
  );
  expect((await showHook(server, "pane-died", { global: true }, soon())).entries).toEqual([]);
  await expect(showHook(server, "no-such-hook", { global: true }, soon())).rejects.toMatchObject({
    errorType: "InvalidOption",
  });
  expect(pane).toMatch(/^%/);
});

test("a format is evaluated, one that would run a program is not", async ({ server, pane, sockets }) => {
  const place = await resolvePane(server, { pane_id: pane }, soon());
  const evil = `(touch ${sockets.folder}/ran)`;
  const told = (format: string) => displayMessage(server, place, format, soon());
  await setPaneTitle(server, pane, `#${evil}`, soon());

  expect(await told("#{pane_id} #{session_name} it's 100% %p #[bold] #{=2:pane_title}")).toBe(
    `${pane} work it's 100% %p #[bold] #(`,
  );
  for (const format of [
    `#${evil}`,
    `#{E:#{s|x|##|:#{l:x}}${evil}}`,
    "#{E:pane_title}",
    "#{=50;E:pane_title}",
    "#{?pane_id,#{E;l:pane_title},}",
    "#{T:pane_title}",
  ])
    await expect(told(format)).rejects.toMatchObject({ errorType: "ExpectedToolError" });
  // A program would be started when the format is read; its answer shows that it was not.
  expect(await told("#{pane_title}")).toBe(`#${evil}`);
  expect(existsSync(`${sockets.folder}/ran`)).toBe(false);
});

test("no name, title or path runs a program", async ({ server, pane, sockets }) => {
  const evil = `#(touch ${sockets.folder}/ran)`;
  const place = await resolvePane(server, { pane_id: pane }, soon());

  await createWindow(server, place.sessionId, { name: evil, startDirectory: evil, shell: cat }, soon());
  await splitWindow(server, place, { startDirectory: evil, shell: cat }, soon());
  await setPaneTitle(server, pane, evil, soon());
  await createSession(server, { name: "ok", windowName: evil, startDirectory: evil, shell: cat }, soon());
  await pipePane(server, pane, { outputPath: `${sockets.folder}/${evil.replaceAll("/", "")}` }, soon());
  await sendKeys(server, pane, "echo piped", { enter: true, limit: soon() });

  await expect.poll(() => existsSync(`${sockets.folder}/${evil.replaceAll("/", "")}`)).toBe(true);
  expect(existsSync(`${sockets.folder}/ran`)).toBe(false);
});

test.for(["plain", "with space", "#{pid} %H 100%", "a#[b] ##[c]#", "quote ' \" $x `y`"])(
  "output is piped to the file %j and stopped again",
  async (name, { server, pane, sockets }) => {
    const path = `${sockets.folder}/${name}`;
    await pipePane(server, pane, { outputPath: path }, soon());
    await sendKeys(server, pane, "echo pi''ped", { enter: true, limit: soon() });

    await expect.poll(() => (existsSync(path) ? readFileSync(path, "utf8") : "")).toContain("piped");
    await pipePane(server, pane, { outputPath: null }, soon());
    const place = await resolvePane(server, { pane_id: pane }, soon());
    expect(await displayMessage(server, place, "#{pane_pipe}", soon())).toBe("0");
    await expect(pipePane(server, pane, { outputPath: " " }, soon())).rejects.toMatchObject({
      errorType: "ExpectedToolError",
    });
  },
);

test("input needs a target, and the panes are listed when there is none", async ({ server, pane }) => {
  await expect(requirePane(server, {}, soon())).rejects.toMatchObject({
    errorType: "TargetRequired",
    message: expect.stringContaining(pane),
  });
  expect(await requirePane(server, { session_name: "work" }, soon())).toMatchObject({ paneId: pane });
});

test("our own place is known, with doubt counting as yes and marks only for sure", async ({
  server,
  pane,
  sockets,
}) => {
  const own = callerOf({ TMUX: `${sockets.path("main")},1,0`, TMUX_PANE: pane });
  const elsewhere = callerOf({ TMUX: "/tmp/other,1,0", TMUX_PANE: pane });
  const unsure = callerOf({ TMUX_PANE: pane });
  const place = await resolvePane(server, { pane_id: pane }, soon());

  expect(callerOf({})).toBeUndefined();
  expect(isCaller(undefined, server)(pane)).toBeNull();
  expect(isCaller(own, server)(pane)).toBe(true);
  expect(isCaller(own, server)("%99")).toBe(false);
  expect(isCaller(elsewhere, server)(pane)).toBe(false);
  expect(isCaller(unsure, server)(pane)).toBe(false);
  expect([own, unsure, elsewhere, undefined].map((caller) => mayBeOn(caller, server))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(
    mayBeOn(callerOf({ TMUX: "/elsewhere/named,1,0", TMUX_PANE: "%0" }), sockets.room().server("named")),
  ).toBe(true);
  expect(await owns(own, server, {}, soon())).toBeDefined();
  expect(await owns(own, server, { paneId: pane }, soon())).toContain(pane);
  expect(await owns(own, server, { windowId: place.windowId }, soon())).toContain(place.windowId);
  expect(await owns(own, server, { sessionId: place.sessionId }, soon())).toContain(place.sessionId);
  expect(await owns(own, server, { paneId: "%99" }, soon())).toBeUndefined();
  expect(await owns(elsewhere, server, { paneId: pane }, soon())).toBeUndefined();
});

test("a program that keeps no history is told so by its environment", () => {
  expect(withoutHistory({ A: "1", HISTCONTROL: "ignoredups" })).toEqual({
    A: "1",
    HISTFILE: "",
    fish_history: "",
    fish_private_mode: "1",
    HISTCONTROL: "ignoredups:ignorespace",
  });
  expect(withoutHistory({ HISTCONTROL: "ignoreboth" })["HISTCONTROL"]).toBe("ignoreboth");
  expect(() => withoutHistory({ HISTFILE: "/secret" })).toThrow(/HISTFILE(?!.*secret)/);
});

test("a listing costs one command however many panes there are", async ({ server, pane }) => {
  const place = await resolveWindow(server, {}, soon());
  for (let i = 0; i < 10; i += 1) {
    await splitWindow(server, place, { shell: cat, size: 1 }, soon()).catch(() => undefined);
    await selectLayout(server, place, "tiled", soon());
  }

  const panes = await listPanes(server, { windowId: place.windowId, sessionId: place.sessionId }, soon());

  expect(panes.length).toBeGreaterThan(5);
  expect(panes.map((one) => one.pane_id)).toContain(pane);
  expect(environment.SHELL).toBe("/bin/bash");
});
