import { setTimeout as delay } from "node:timers/promises";
import { capture } from "../../src/tmux/capture.ts";
import { sendKeys } from "../../src/tmux/keys.ts";
import { killPane, splitWindow } from "../../src/tmux/panes.ts";
import { searchPanes } from "../../src/tmux/search.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import { resolvePane } from "../../src/tmux/target.ts";
import type { Server } from "../../src/tmux/server.ts";
import { expect, soon, test } from "./room.ts";

async function showing(server: Server, text: string, name = "shown"): Promise<string> {
  const octal = [...Buffer.from(text)].map((byte) => `\\0${byte.toString(8).padStart(3, "0")}`).join("");
  const session = await createSession(
    server,
    { name, width: 40, height: 24, shell: `printf '%b' '${octal}'; echo; echo shown; exec cat` },
    soon(),
  );
  const pane = session.active_pane_id ?? "";
  await expect.poll(async () => (await capture(server, pane, {}, soon())).includes("shown")).toBe(true);
  return pane;
}

test.for(["[ERROR] boom", "[1]+  Done", "back\\slash", "a}b", "#{pid}", "#(touch x)", "50% *.?"])(
  "the literal text %j is found as it stands",
  async (text, { server }) => {
    const pane = await showing(server, text);
    await showing(server, "something else", "other");

    const found = await searchPanes(server, { pattern: text }, soon());

    expect(found.matches.map(({ pane_id, matched_lines }) => ({ pane_id, matched_lines }))).toEqual([
      { pane_id: pane, matched_lines: [text] },
    ]);
  },
);

test("a match may run across the edge where the terminal wrapped", async ({ server }) => {
  const text = `${"x".repeat(35)}needle in the hay`;
  const pane = await showing(server, text);

  const found = await searchPanes(server, { pattern: "needle in", regex: true }, soon());

  expect(found.matches).toMatchObject([
    { pane_id: pane, matched_lines: [text], session_name: "shown", pane_current_command: "cat" },
  ]);
});

test("case matters only when asked for", async ({ server }) => {
  await showing(server, "Needle");

  expect((await searchPanes(server, { pattern: "nEEDLE" }, soon())).total_panes_matched).toBe(1);
  expect(
    (await searchPanes(server, { pattern: "nEEDLE", matchCase: true }, soon())).total_panes_matched,
  ).toBe(0);
});

test("a hostile expression ends like any other", async ({ server }) => {
  await showing(server, `${"a".repeat(500)}!`);

  expect(await searchPanes(server, { pattern: "^(a+)+$", regex: true }, soon())).toMatchObject({
    total_panes_matched: 0,
  });
  await expect(searchPanes(server, { pattern: "(?<=a)b", regex: true }, soon())).rejects.toMatchObject({
    errorType: "error",
    expected: true,
  });
});

test("pages are cut by pane number and say what is left", async ({ server, pane }) => {
  const place = await resolvePane(server, { pane_id: pane }, soon());
  for (let i = 0; i < 4; i += 1)
    await splitWindow(server, place, { size: 3, shell: "printf 'same\\nsame\\n'; exec cat" }, soon());
  await expect
    .poll(async () => (await searchPanes(server, { pattern: "same" }, soon())).total_panes_matched)
    .toBe(4);

  const found = await searchPanes(
    server,
    { pattern: "same", limit: 2, offset: 1, maxMatchedLinesPerPane: 1 },
    soon(),
  );

  expect(found.matches.map((match) => match.pane_id)).toEqual(["%3", "%4"]);
  expect(found).toMatchObject({
    truncated: true,
    truncated_panes: ["%5"],
    total_panes_matched: 4,
    offset: 1,
    limit: 2,
  });
  expect(found.matches[0]?.matched_lines).toEqual(["same"]);
});

test("scrollback is searched when rows are named", async ({ server, pane }) => {
  await sendKeys(server, pane, "echo far-away; seq 1 200", { enter: true, limit: soon() });
  await expect.poll(async () => (await capture(server, pane, {}, soon())).includes("200")).toBe(true);

  expect((await searchPanes(server, { pattern: "far-away" }, soon())).total_panes_matched).toBe(0);
  expect(
    (await searchPanes(server, { pattern: "^far-away", regex: true, start: -1000 }, soon())).matches[0]
      ?.matched_lines,
  ).toEqual(["far-away"]);
});

test("a pane that ends during the search does not spoil it", async ({ server, pane }) => {
  const place = await resolvePane(server, { pane_id: pane }, soon());
  const split = await splitWindow(server, place, { shell: "exec cat" }, soon());

  const [found] = await Promise.all([
    searchPanes(server, { pattern: "nothing" }, soon()),
    delay(0).then(() => killPane(server, split.pane_id, soon())),
  ]);

  expect(found.total_panes_matched).toBe(0);
});
