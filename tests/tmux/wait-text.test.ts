import { capture } from "../../src/tmux/capture.ts";
import { sendKeys } from "../../src/tmux/keys.ts";
import { killPane, respawnPane, splitWindow } from "../../src/tmux/panes.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import { resolvePane } from "../../src/tmux/target.ts";
import { waitForIdle } from "../../src/tmux/wait/idle.ts";
import { waitForText } from "../../src/tmux/wait/text.ts";
import type { Server } from "../../src/tmux/server.ts";
import { expect, listening, soon, test } from "./room.ts";

const type = (server: Server, pane: string, keys: string) =>
  sendKeys(server, pane, keys, { enter: true, literal: true, limit: soon() });
const shows = (server: Server, pane: string, text: string) =>
  expect.poll(async () => (await capture(server, pane, {}, soon())).join("\n")).toContain(text);

test("text printed after the wait began is found, the command that was typed for it is not", async ({
  server,
  pane,
}) => {
  await shows(server, pane, "$");
  const waiting = waitForText(server, pane, { patterns: ["READY"], timeoutMs: 5_000 });
  await listening(server, pane);

  await type(server, pane, "sleep 0.2; echo REA''DY now; echo READY");

  expect(await waiting).toMatchObject({
    found: true,
    outcome: "matched",
    matched_index: 0,
    matched_lines: ["READY now"],
    matched_at_entry: false,
  });
});

test("the echo of a typed command alone is not a match, in a shell without line editing either", async ({
  server,
}) => {
  const session = await createSession(server, { name: "dash", shell: "env PS1='$ ' dash" }, soon());
  const pane = session.active_pane_id ?? "";
  await shows(server, pane, "$");
  const waiting = waitForText(server, pane, { patterns: ["READY"], timeoutMs: 1_000 });
  await listening(server, pane);

  await type(server, pane, ": READY");

  expect(await waiting).toMatchObject({ found: false, outcome: "timeout", saw_new_output: true });
});

test("the echo of a typed command alone is not a match in bash", async ({ server, pane }) => {
  await shows(server, pane, "$");
  const waiting = waitForText(server, pane, { patterns: ["READY"], timeoutMs: 1_000 });
  await listening(server, pane);

  await type(server, pane, ": READY");

  expect(await waiting).toMatchObject({ found: false, outcome: "timeout", saw_new_output: true });
});

test("what was on the screen before does not match, and that is said", async ({ server, pane }) => {
  await type(server, pane, "echo OLD-TEXT");
  await shows(server, pane, "\nOLD-TEXT");

  expect(await waitForText(server, pane, { patterns: ["OLD-TEXT"], timeoutMs: 1_500 })).toMatchObject({
    found: false,
    outcome: "timeout",
    matched_at_entry: true,
    saw_new_output: false,
    tail: [],
  });
});

test("Enter at an idle prompt is output", async ({ server, pane }) => {
  await shows(server, pane, "$");
  const waiting = waitForText(server, pane, { timeoutMs: 5_000 });
  await listening(server, pane);

  await sendKeys(server, pane, "Enter", { limit: soon() });

  expect(await waiting).toMatchObject({ found: true, outcome: "any_output" });
});

test("characters typed at a prompt are not output", async ({ server, pane }) => {
  await shows(server, pane, "$");
  const waiting = waitForText(server, pane, { timeoutMs: 600 });
  await listening(server, pane);

  await sendKeys(server, pane, "some words", { literal: true, limit: soon() });

  expect(await waiting).toMatchObject({ found: false, outcome: "timeout", saw_new_output: false });
});

test("a prompt that comes back is found", async ({ server, pane }) => {
  await shows(server, pane, "$");
  const waiting = waitForText(server, pane, { patterns: ["^ready>"], regex: true, timeoutMs: 5_000 });
  await listening(server, pane);

  await type(server, pane, "PS1='ready> '");

  expect(await waiting).toMatchObject({ outcome: "matched" });
});

test("a stop beats a pattern printed with it", async ({ server, pane }) => {
  await shows(server, pane, "$");
  const waiting = waitForText(server, pane, {
    patterns: ["^good", "nothing"],
    stop: ["nope", "bad$"],
    regex: true,
    timeoutMs: 5_000,
  });
  await listening(server, pane);

  await type(server, pane, "echo good and bad");

  expect(await waiting).toMatchObject({
    found: false,
    outcome: "stopped",
    matched_index: 1,
    matched_lines: ["good and bad"],
  });
});

test("a row that is finished after the wait began is seen whole", async ({ server, pane }) => {
  await type(server, pane, "printf 'Installing... '; sleep 0.5; echo done");
  await shows(server, pane, "Installing... ");

  const result = await waitForText(server, pane, { patterns: ["Installing... done"], timeoutMs: 5_000 });

  expect(result).toMatchObject({ outcome: "matched", matched_lines: ["Installing... done"] });
});

test("text across a wrap and text that is wiped at once are both seen", async ({ server, pane }) => {
  await shows(server, pane, "$");
  const waiting = waitForText(server, pane, { patterns: ["0-needle"], timeoutMs: 5_000 });
  await listening(server, pane);

  await type(server, pane, "printf '%0100d-need''le\\r\\033[Kgone\\n' 0");

  expect(await waiting).toMatchObject({ outcome: "matched" });
});

test("a full-screen program is told as the reason", async ({ server, pane }) => {
  await type(server, pane, "printf '\\033[?1049h hidden'; sleep 2");
  await expect
    .poll(async () => (await server.read([`display-message -p -t ${pane} '#{alternate_on}'`], soon()))[0])
    .toBe("1\n");

  expect(await waitForText(server, pane, { patterns: ["hidden"], timeoutMs: 1_500 })).toMatchObject({
    outcome: "alternate_screen",
    alternate_screen: true,
  });
});

test("the end of the pane ends the wait", async ({ server, pane }) => {
  const place = await resolvePane(server, { pane_id: pane }, soon());
  const split = await splitWindow(server, place, { shell: "exec cat" }, soon());
  const waiting = waitForText(server, split.pane_id, { patterns: ["x"], timeoutMs: 10_000 });
  const told = expect(waiting).rejects.toMatchObject({ errorType: "PaneGone" });
  await listening(server, split.pane_id);

  await killPane(server, split.pane_id, soon());

  await told;
});

test("a respawned pane ends the wait and the server lives on", async ({ server, pane }) => {
  await type(server, pane, "yes");
  const waiting = waitForText(server, pane, { patterns: ["never"], timeoutMs: 10_000 });
  const told = expect(waiting).rejects.toMatchObject({ errorType: "PaneGone" });
  await listening(server, pane);

  await respawnPane(
    server,
    await resolvePane(server, { pane_id: pane }, soon()),
    { shell: "exec cat" },
    soon(),
  );

  await told;
  expect(await server.isAlive(soon())).toBe(true);
});

test("a cancelled wait ends at once", async ({ server, pane }) => {
  const cancel = new AbortController();
  const waiting = waitForText(server, pane, { patterns: ["x"], timeoutMs: 10_000, signal: cancel.signal });
  const told = expect(waiting).rejects.toThrow("enough");
  await listening(server, pane);

  cancel.abort(new Error("enough"));

  await told;
});

test("afterwards the person's window belongs to their session alone, in the size it had", async ({
  server,
  pane,
}) => {
  await waitForText(server, pane, { patterns: ["x"], timeoutMs: 1_500 });

  await expect
    .poll(
      async () =>
        (
          await server.read(
            [
              `display-message -p -t ${pane} '#{window_linked_sessions} #{window_width}x#{window_height} #{session_attached}'`,
            ],
            soon(),
          )
        )[0],
    )
    .toBe("1 80x24 0\n");
});

test("a window whose session is killed during a wait ends with it", async ({ server, sockets, pane }) => {
  await createSession(server, { name: "other" }, soon());
  const waiting = waitForText(server, pane, { patterns: ["x"], timeoutMs: 10_000 });
  const told = expect(waiting).rejects.toMatchObject({ errorType: "PaneGone" });
  await listening(server, pane);

  sockets.cli("main", "kill-session", "-t", "work");

  await told;
  await expect
    .poll(async () => (await server.read(["list-panes -a -F '#{pane_id}'"], soon()))[0])
    .not.toContain(`${pane}\n`);
});

test("a pane is idle once it has been quiet for long enough", async ({ server, pane }) => {
  await type(server, pane, "for i in 1 2 3; do echo $i; sleep 0.2; done; sleep 3");

  const result = await waitForIdle(server, pane, { quietMs: 400, timeoutMs: 5_000 });

  expect(result).toMatchObject({ idle: true, saw_output: true });
  expect(await capture(server, pane, {}, soon())).toContain("3");
  expect(await waitForIdle(server, pane, { quietMs: 5_000, timeoutMs: 200 })).toMatchObject({ idle: false });
});
