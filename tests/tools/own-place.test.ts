import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test as room } from "./room.ts";

/** The server runs in pane %0 of the server `main`, as tmux would tell it. */
const test = room.extend<{ where: Record<string, string>; environment: Record<string, string> }>({
  where: {},
  environment: async ({ folder, where }, use) => {
    const inside = {
      TMUX: `${join(folder, `tmux-${process.geteuid?.()}`, "main")},1,0`,
      TMUX_PANE: "%0",
    };
    await use({
      PATH: process.env["PATH"] ?? "",
      HOME: "/nonexistent",
      LANG: "C.UTF-8",
      SHELL: "/bin/bash",
      TMUX_TMPDIR: folder,
      ...inside,
      ...where,
    });
  },
});

const REFUSED: readonly (readonly [string, Record<string, unknown>])[] = [
  ["kill_server", {}],
  ["kill_session", { session_name: "work" }],
  ["kill_session", { session_id: "$0" }],
  ["kill_window", { window_id: "@0" }],
  ["kill_pane", { pane_id: "%0" }],
  ["respawn_pane", { pane_id: "%0" }],
  ["send_keys", { pane_id: "%0", keys: "x" }],
  ["send_keys", { session_name: "work", keys: "x" }],
  ["run_command", { pane_id: "%0", command: "true" }],
  ["paste_text", { window_id: "@0", text: "x" }],
  ["clear_pane", { pane_id: "%0" }],
  ["enter_copy_mode", { pane_id: "%0" }],
];

test.for(REFUSED)("%s of our own place is refused: %j", async ([tool, args], { call, pane, tmux, shown }) => {
  const { failure, text, meta } = await call(tool, args);

  expect(failure).toBe("SelfGuard");
  expect(meta["expected"]).toBe(true);
  expect(text).toContain("termgate");
  expect(tmux("list-sessions", "-F", "#{session_name}")).toContain("work");
  expect(shown(pane)).toBe("$");
});

test.for([
  ["set_pane_title", { pane_id: "%0", title: "t" }],
  ["select_pane", { pane_id: "%0" }],
  ["split_window", { pane_id: "%0" }],
  ["resize_window", { window_id: "@0", width: 70 }],
  ["capture_pane", { pane_id: "%0" }],
] as const)("%s leaves what runs in our pane alone, and is allowed", async ([tool, args], { call, pane }) => {
  expect(pane).toBe("%0");
  expect((await call(tool, args)).isError).toBe(false);
});

test("typing beside our pane is refused while the window synchronises its panes", async ({
  call,
  pane,
  tmux,
  shown,
}) => {
  const beside = tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", pane, "cat").trim();
  tmux("set-option", "-w", "-t", pane, "synchronize-panes", "on");

  expect((await call("send_keys", { pane_id: beside, keys: "x" })).failure).toBe("SelfGuard");
  expect((await call("paste_text", { pane_id: beside, text: "x" })).failure).toBe("SelfGuard");
  expect(shown(pane)).toBe("$");

  tmux("set-option", "-w", "-t", pane, "synchronize-panes", "off");
  expect((await call("send_keys", { pane_id: beside, keys: "x" })).isError).toBe(false);
});

test("our session is known in every spelling of its name", async ({ call, pane, tmux }) => {
  tmux("rename-session", "-t", "work", "back\\slash");
  const spelled = tmux("display-message", "-p", "-t", pane, "#{session_name}");

  for (const session_name of ["back\\slash", spelled])
    expect((await call("kill_session", { session_name })).failure, session_name).toBe("SelfGuard");
});

test("the same ids on another server are somebody else's", async ({ call, pane, tmuxOn }) => {
  tmuxOn("other", "new-session", "-d", "-s", "work", "cat");

  expect(pane).toBe("%0");
  expect((await call("send_keys", { pane_id: "%0", keys: "x", socket_name: "other" })).isError).toBe(false);
  expect((await call("kill_session", { session_name: "work", socket_name: "other" })).isError).toBe(false);
});

test("our pane is marked, others are not, and on another server none is", async ({
  call,
  pane,
  tmux,
  tmuxOn,
}) => {
  tmux("split-window", "-d", "-t", pane, "cat");
  tmuxOn("other", "new-session", "-d", "-s", "work", "cat");
  const marks = async (args = {}) =>
    (await call("list_panes", args)).output.result.map((one: any) => [one.pane_id, one.is_caller]);

  expect(await marks()).toEqual([
    ["%0", true],
    ["%1", false],
  ]);
  expect(await marks({ socket_name: "other" })).toEqual([["%0", false]]);
  expect((await call("snapshot_pane", { pane_id: "%0" })).output.is_caller).toBe(true);
  expect((await call("split_window", { pane_id: "%1" })).output.is_caller).toBe(false);
  expect((await call("search_panes", { pattern: "$" })).output.matches[0].is_caller).toBe(true);
});

const throughLink = test.extend<{ where: Record<string, string> }>({
  where: async ({ folder }, use) => {
    symlinkSync(folder, join(folder, "link"));
    await use({ TMUX: `${join(folder, "link", `tmux-${process.geteuid?.()}`, "main")},1,0` });
  },
});

throughLink("our pane is known by another path of the same socket", async ({ call, pane }) => {
  expect((await call("get_pane_info", { pane_id: pane })).output.is_caller).toBe(true);
  expect((await call("kill_pane", { pane_id: pane })).failure).toBe("SelfGuard");
});

const halfKnown = test.extend<{ where: Record<string, string> }>({ where: { TMUX: "" } });

halfKnown("with only the pane known, doubt counts as ours", async ({ call, pane }) => {
  expect(pane).toBe("%0");
  expect((await call("kill_pane", { pane_id: "%0" })).failure).toBe("SelfGuard");
  expect((await call("kill_server")).failure).toBe("SelfGuard");
  expect((await call("list_panes")).output.result[0].is_caller).toBe(false);
});

const movedSocket = test.extend<{ where: Record<string, string> }>({ where: { TMUX: "/nowhere/main,1,0" } });

movedSocket("a socket of the same name elsewhere may be ours", async ({ call, pane }) => {
  expect(pane).toBe("%0");
  expect((await call("kill_pane", { pane_id: "%0" })).failure).toBe("SelfGuard");
});

for (const safety of ["readonly", "mutating", "destructive"] as const) {
  const atTier = test.extend<{ safety: typeof safety }>({ safety });

  atTier(`the instructions name our own pane at the tier ${safety}`, async ({ client }) => {
    const instructions = client.getInstructions() ?? "";

    expect(instructions).toContain("%0");
    expect(instructions).toContain("main");
    expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(2_048);
  });
}

const longName = test.extend<{ where: Record<string, string> }>({
  where: { TMUX: `/tmp/${"n".repeat(2_000)},1,0` },
});

longName("a socket name too long for the instructions is left out before the pane", async ({ client }) => {
  const instructions = client.getInstructions() ?? "";

  expect(instructions).toContain("%0");
  expect(instructions).not.toContain("nnnn");
  expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(2_048);
});

test.for([
  ["kill_session", {}],
  ["kill_pane", {}],
  ["kill_window", {}],
  ["respawn_pane", {}],
  ["kill_pane", { session_name: "work" }],
] as const)("%s has no target of its own choice: %j", async ([tool, args], { call, pane }) => {
  expect(pane).toBe("%0");
  expect((await call(tool, args)).isError).toBe(true);
});
