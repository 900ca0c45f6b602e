import fc from "fast-check";
import { capture } from "../../src/tmux/capture.ts";
import { sendKeys } from "../../src/tmux/keys.ts";
import { clearPane, respawnPane, splitWindow } from "../../src/tmux/panes.ts";
import { runCommand } from "../../src/tmux/run/command.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import { captureSince } from "../../src/tmux/since/capture-since.ts";
import { decodeCursor, encodeCursor } from "../../src/tmux/since/cursor.ts";
import { resolvePane } from "../../src/tmux/target.ts";
import { resizeWindow } from "../../src/tmux/windows.ts";
import type { Server } from "../../src/tmux/server.ts";
import { expect, SHELL, soon, test } from "./room.ts";

const key = "a key for tests";
const run = (server: Server, pane: string, command: string) =>
  runCommand(server, pane, { command, timeoutMs: 10_000 });
const begin = async (server: Server, pane: string) =>
  (await captureSince(server, { target: { pane_id: pane }, key }, soon())).cursor;
const since = (server: Server, cursor: string) => captureSince(server, { cursor, key }, soon());
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String(from + i));

test("the first answer is the screen, the second only what is new", async ({ server, pane }) => {
  await run(server, pane, "echo old");

  const first = await captureSince(server, { target: { pane_id: pane }, key }, soon());
  expect(first.lines).toEqual(["$ echo old", "old", "$"]);
  expect(await since(server, first.cursor)).toMatchObject({
    lines: [],
    lines_missed: false,
    truncated: false,
  });

  await run(server, pane, "echo new");
  expect(await since(server, first.cursor)).toMatchObject({
    lines: ["$ echo new", "new", "$"],
    lines_missed: false,
  });
});

test.for([
  [0, 30],
  [100, 5_000],
  [1_000, 1_500],
  [1_700, 300],
  [1_790, 20],
  [1_950, 100],
  [2_500, 100],
  [6_000, 1_900],
])(
  "after %i lines, %i more are told exactly, or that some are missing",
  async ([before = 0, more = 0], { server, pane }) => {
    await run(server, pane, `seq 1 ${before}`);
    const cursor = await begin(server, pane);

    await run(server, pane, `seq 100001 ${100_000 + more}`);

    const { lines, lines_missed } = await since(server, cursor);
    const expected = [`$ seq 100001 ${100_000 + more}`, ...numbers(100_001, 100_000 + more), "$"];
    if (more < 1_800) {
      expect(lines).toEqual(expected);
      expect(lines_missed).toBe(false);
    } else if (lines_missed) expect(expected.join("\n")).toContain(lines.join("\n"));
    else expect(lines).toEqual(expected);
  },
);

test("many small steps past the limit lose and repeat nothing", async ({ server }) => {
  await createSession(server, { name: "keep" }, soon());
  await server.write(["set-option -g history-limit 100"], soon());
  const session = await createSession(server, { name: "small", width: 40, height: 10, shell: SHELL }, soon());
  const pane = session.active_pane_id ?? "";
  await run(server, pane, "true");
  let cursor = await begin(server, pane);
  const told: string[] = [];

  for (let i = 0; i < 40; i += 1) {
    await run(server, pane, `seq ${i * 20 + 1} ${i * 20 + 20}`);
    const step = await since(server, cursor);
    expect(step.lines_missed).toBe(false);
    told.push(...step.lines.filter((line) => /^\d+$/.test(line)));
    cursor = step.cursor;
  }

  expect(told).toEqual(numbers(1, 800));
});

test("a long history past its limit is searched where it matters", async ({ server }) => {
  await createSession(server, { name: "keep" }, soon());
  await server.write(["set-option -g history-limit 8000"], soon());
  const session = await createSession(server, { name: "long", width: 40, height: 10, shell: SHELL }, soon());
  const pane = session.active_pane_id ?? "";
  await run(server, pane, "seq 1 9000");
  let cursor = await begin(server, pane);

  for (const [from, to] of [
    [10_001, 10_050],
    [20_001, 22_500],
    [30_001, 30_010],
    [40_001, 46_000],
  ] as const) {
    await run(server, pane, `seq ${from} ${to}`);
    const step = await since(server, cursor);
    expect(step.lines_missed).toBe(false);
    expect(step.lines.filter((line) => /^\d+$/.test(line))).toEqual(numbers(from, to));
    cursor = step.cursor;
  }
  await run(server, pane, "seq 50001 65000");
  expect(await since(server, cursor)).toMatchObject({ lines_missed: true });
});

test("identical lines past the limit are never called complete when they are not", async ({ server }) => {
  await createSession(server, { name: "keep" }, soon());
  await server.write(["set-option -g history-limit 100"], soon());
  const session = await createSession(server, { name: "small", width: 40, height: 10, shell: SHELL }, soon());
  const pane = session.active_pane_id ?? "";
  await run(server, pane, "yes same | head -300");
  const cursor = await begin(server, pane);

  await run(server, pane, "yes same | head -500");

  expect(await since(server, cursor)).toMatchObject({ lines_missed: true });
});

async function full(server: Server, historyLimit: number, lines: number): Promise<string> {
  await createSession(server, { name: "keep" }, soon());
  await server.write([`set-option -g history-limit ${historyLimit}`], soon());
  const session = await createSession(server, { name: "full", width: 40, height: 10, shell: SHELL }, soon());
  const pane = session.active_pane_id ?? "";
  await run(server, pane, `yes same | head -${lines}`);
  return pane;
}

test.for([
  [2_000, 3_000],
  [100, 299],
  [8_000, 9_000],
])(
  "a pane that prints nothing is told as such, with a history of %i same lines",
  async ([historyLimit = 0, lines = 0], { server }) => {
    const pane = await full(server, historyLimit, lines);
    let cursor = await begin(server, pane);

    for (let i = 0; i < 3; i += 1) {
      const idle = await since(server, cursor);
      expect(idle).toMatchObject({ lines: [], lines_missed: false });
      cursor = idle.cursor;
    }

    await run(server, pane, "echo hello");
    const some = await since(server, cursor);
    expect(some).toMatchObject({ lines: ["$ echo hello", "hello", "$"], lines_missed: false });
    await run(server, pane, "yes same | head -30");
    expect(await since(server, some.cursor)).toMatchObject({
      lines: ["$ yes same | head -30", ...Array.from({ length: 30 }, () => "same"), "$"],
      lines_missed: false,
    });
  },
);

test.for([119, 499, 500])(
  "%i more of the same lines are one gap, however alike the pane looks afterwards",
  async (more, { server }) => {
    const pane = await full(server, 100, 299);
    const cursor = await begin(server, pane);

    await run(server, pane, `yes same | head -${more}`);

    const gap = await since(server, cursor);
    expect(gap.lines_missed).toBe(true);
    expect(gap.lines.length).toBeLessThanOrEqual(10);
    expect(await since(server, gap.cursor)).toMatchObject({ lines: [], lines_missed: false });
  },
);

test("a program that goes on printing the same line is never called idle", async ({ server }) => {
  const pane = await full(server, 100, 299);
  await sendKeys(server, pane, "yes same", { enter: true, limit: soon() });
  await expect.poll(async () => (await capture(server, pane, {}, soon())).at(-1)).toBe("same");
  let cursor = await begin(server, pane);

  for (let i = 0; i < 3; i += 1) {
    const step = await since(server, cursor);
    expect(step.lines_missed).toBe(true);
    cursor = step.cursor;
  }
});

test("bare prompts that look alike are counted", async ({ server, pane }) => {
  await run(server, pane, "true");
  const cursor = await begin(server, pane);

  await sendKeys(server, pane, "\n\n\n", { literal: true, limit: soon() });
  await expect.poll(async () => (await capture(server, pane, {}, soon())).length).toBe(5);

  expect(await since(server, cursor)).toMatchObject({ lines: ["$", "$", "$"], lines_missed: false });
});

test("rows that were rewritten are told, rows that were not are not", async ({ server, pane }) => {
  await run(server, pane, "printf 'a\\nb\\nc\\n'");
  const cursor = await begin(server, pane);

  await run(server, pane, String.raw`printf '\033[s\033[2;1HB!\033[u'`);

  const { lines, lines_missed } = await since(server, cursor);
  expect(lines[0]).toBe("B!");
  expect(lines).not.toContain("b");
  expect(lines).not.toContain("c");
  expect(lines_missed).toBe(false);
});

test("a cleared history is told as a gap, and the new cursor works", async ({ server, pane }) => {
  await run(server, pane, "seq 1 100");
  const cursor = await begin(server, pane);
  await clearPane(server, pane, soon());

  const gap = await since(server, cursor);
  expect(gap.lines_missed).toBe(true);
  await sendKeys(server, pane, "echo next", { enter: true, limit: soon() });
  await expect.poll(async () => (await since(server, gap.cursor)).lines).toContain("next");
});

test("a taller, lower, narrower and wider pane changes nothing", async ({ server, pane }) => {
  await run(server, pane, "seq 1 60; printf '%0150d\\n' 5");
  const cursor = await begin(server, pane);
  const place = await resolvePane(server, { pane_id: pane }, soon());
  await run(server, pane, "seq 201 230");

  for (const [width, height] of [
    [80, 40],
    [80, 10],
    [50, 24],
    [120, 24],
    [80, 24],
  ] as const) {
    await resizeWindow(server, place, { width, height }, soon());
    const { lines, lines_missed } = await since(server, cursor);
    expect({ width, height, lines_missed, numbers: lines.filter((line) => /^2\d\d$/.test(line)) }).toEqual({
      width,
      height,
      lines_missed: false,
      numbers: numbers(201, 230),
    });
  }
});

test("a full-screen program is shown while it covers the pane and loses nothing below", async ({
  server,
  pane,
}) => {
  await run(server, pane, "echo before");
  const cursor = await begin(server, pane);
  await sendKeys(
    server,
    pane,
    "printf '\\033[?1049h\\033[Hcovered'; read -r x; printf '\\033[?1049l'; echo after",
    { enter: true, literal: true, limit: soon() },
  );
  await expect.poll(async () => (await capture(server, pane, {}, soon()))[0]).toBe("covered");

  const during = await since(server, cursor);
  expect(during.lines.at(-1)).toBe("covered");
  expect(during.lines_missed).toBe(false);
  expect((await since(server, during.cursor)).lines).toEqual([]);

  await sendKeys(server, pane, "", { enter: true, limit: soon() });
  await expect.poll(async () => (await capture(server, pane, {}, soon())).includes("after")).toBe(true);
  const later = await since(server, during.cursor);
  expect(later.lines).toContain("after");
  expect(later.lines_missed).toBe(false);
});

test("caps keep the newest lines and say what was left out", async ({ server, pane }) => {
  const cursor = await begin(server, pane);
  await run(server, pane, "seq 1 100");

  expect(await captureSince(server, { cursor, key, maxLines: 3 }, soon())).toMatchObject({
    lines: ["99", "100", "$"],
    truncated: true,
  });
  expect(await captureSince(server, { cursor, key, maxBytes: 6 }, soon())).toMatchObject({
    lines: ["100", "$"],
    truncated: true,
  });
  await expect(captureSince(server, { cursor, key, maxLines: 0 }, soon())).rejects.toMatchObject({
    errorType: "ExpectedToolError",
  });
});

test("a cursor works in another termgate with the same key", async ({ server, pane, sockets }) => {
  const cursor = await begin(server, pane);
  await run(server, pane, "echo later");

  expect((await since(sockets.room().server(), cursor)).lines).toContain("later");
});

test("forged, foreign, respawned and dead are four different answers", async ({ server, pane, sockets }) => {
  await run(server, pane, "true");
  const cursor = await begin(server, pane);
  const place = await resolvePane(server, { pane_id: pane }, soon());
  const other = await splitWindow(server, place, { shell: "exec cat" }, soon());
  await createSession(sockets.room({ socketPath: sockets.path("second") }).server(), { name: "x" }, soon());

  for (const bad of [
    "",
    "nonsense",
    `${cursor}x`,
    cursor.replace(/\.(..)/, ".AA"),
    encodeCursor(decodeCursor(cursor, key), "another key"),
  ]) {
    if (bad === "") continue;
    await expect(since(server, bad)).rejects.toMatchObject({ errorType: "CursorInvalid" });
  }
  await expect(
    captureSince(server, { cursor, key, target: { pane_id: other.pane_id } }, soon()),
  ).rejects.toMatchObject({ errorType: "CursorForeign" });
  await expect(
    since(sockets.room({ socketPath: sockets.path("second") }).server(), cursor),
  ).rejects.toMatchObject({ errorType: "CursorForeign" });
  await respawnPane(server, place, { shell: "exec cat" }, soon());
  await expect(since(server, cursor)).rejects.toMatchObject({ errorType: "PaneRespawned" });

  const again = await begin(server, pane);
  await server.write(["set-option -w -t work: remain-on-exit on"], soon());
  await sendKeys(server, pane, "C-d", { limit: soon() });
  await expect
    .poll(async () => (await server.read([`display-message -p -t ${pane} '#{pane_dead}'`], soon()))[0])
    .toBe("1\n");
  await expect(since(server, again)).rejects.toMatchObject({ errorType: "PaneDead" });
});

test("a cursor read back is the one that was written, and no changed one is taken", () => {
  const positions = fc.record({
    server: fc.string(),
    paneId: fc.string(),
    pid: fc.string(),
    historySize: fc.nat(),
    limit: fc.nat(),
    width: fc.nat(),
    row: fc.nat(),
    filled: fc.nat(),
    above: fc.nat(),
    quiet: fc.nat(),
    cover: fc.constantFrom("", "abcd", "\xff\x00\x10~"),
    hashes: fc.array(fc.constantFrom("abcd", "\x00\x01\xfe\xff")),
  });

  fc.assert(
    fc.property(positions, fc.nat(), fc.constantFrom("A", "b", "-", "."), (position, at, char) => {
      const cursor = encodeCursor(position, key);
      expect(decodeCursor(cursor, key)).toEqual(position);
      const place = at % cursor.length;
      const changed = cursor.slice(0, place) + char + cursor.slice(place + 1);
      if (changed !== cursor && !sameSignature(cursor, changed))
        expect(() => decodeCursor(changed, key)).toThrow("not made by termgate");
    }),
  );
});

/** The last character of a signature has bits that stand for nothing. */
function sameSignature(a: string, b: string): boolean {
  const cut = a.lastIndexOf(".");
  return (
    b.lastIndexOf(".") === cut &&
    a.slice(0, cut) === b.slice(0, cut) &&
    Buffer.from(a.slice(cut + 1), "base64url").equals(Buffer.from(b.slice(cut + 1), "base64url"))
  );
}
