import { expect, test } from "./room.ts";

test.for([
  "[ERROR] boom",
  "[1]+  Done",
  "back\\slash",
  "}",
  "#{pane_id}",
  "#(date)",
  "a*b",
  "(x|y)",
  "$HOME",
])("%j is found as it stands, and nothing else is", async (text, { call, pane, tmux }) => {
  tmux("split-window", "-d", "-t", pane, "echo other text; cat");
  await call("run_command", { command: `cat <<'END'\n${text}\nEND`, pane_id: pane });

  const { output } = await call("search_panes", { pattern: text });

  expect(output.matches.map((match: any) => match.pane_id)).toEqual([pane]);
  expect(output.matches[0].matched_lines).toContain(text);
});

test.for([
  [{ pattern: "$ " }, 1],
  [{ pattern: "^\\$ $", regex: true }, 1],
  [{ pattern: "^\\$$", regex: true }, 1],
  [{ pattern: "$  " }, 0],
  [{ pattern: " +", regex: true }, 1],
] as const)(
  "a prompt is found with the blank at its end: %j in %i pane",
  async ([args, count], { call, pane }) => {
    const { output } = await call("search_panes", args);

    expect(output.total_panes_matched).toBe(count);
    for (const { pane_id, matched_lines } of output.matches)
      expect([pane_id, matched_lines]).toEqual([pane, ["$"]]);
  },
);

test("matches are paged in the order of pane numbers", async ({ call, pane, tmux }) => {
  for (let i = 0; i < 11; i += 1) tmux("new-window", "-d", "-t", "work", "printf 'needle\\nneedle\\n'; cat");
  await expect
    .poll(async () => (await call("search_panes", { pattern: "needle" })).output.total_panes_matched)
    .toBe(11);

  const page = (
    await call("search_panes", { pattern: "NEEDLE", limit: 3, offset: 7, max_matched_lines_per_pane: 1 })
  ).output;
  const all = (await call("search_panes", { pattern: "needle", limit: null })).output;

  expect(pane).toBeTruthy();
  const ids = all.matches.map((match: any) => match.pane_id);
  expect(ids).toEqual(ids.toSorted((a: string, b: string) => Number(a.slice(1)) - Number(b.slice(1))));
  expect(page.matches.map((match: any) => match.pane_id)).toEqual(ids.slice(7, 10));
  expect(page).toMatchObject({
    truncated: true,
    truncated_panes: ids.slice(10),
    total_panes_matched: 11,
    offset: 7,
    limit: 3,
  });
  expect(page.matches[0].matched_lines).toEqual(["needle"]);
  expect((await call("search_panes", { pattern: "NEEDLE", match_case: true })).output.matches).toEqual([]);
});

test("text is found across a wrap and in the scrollback", async ({ call, pane }) => {
  const word = `${"a".repeat(78)}needle${"b".repeat(30)}`;
  await call("run_command", { command: `clear; echo ${word}; seq 1 50`, pane_id: pane });

  expect((await call("search_panes", { pattern: "needleb" })).output.matches).toEqual([]);
  const { matches } = (await call("search_panes", { pattern: "aneedleb", content_start: -200 })).output;
  expect(matches[0].matched_lines).toContain(word);
});

test("a hostile expression ends at once, and one that cannot be read is refused", async ({ call, pane }) => {
  await call("run_command", { command: `echo ${"a".repeat(2_000)}b`, pane_id: pane });

  const hostile = await call("search_panes", { pattern: "(a+)+$", regex: true });
  const broken = await call("search_panes", { pattern: "(", regex: true });

  expect(hostile.isError).toBe(false);
  expect(broken).toMatchObject({ isError: true, meta: { expected: true } });
});
