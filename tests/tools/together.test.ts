import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { build } from "../../src/server.ts";
import { settingsWith } from "../house.ts";
import { expect, test } from "./room.ts";

test("two termgates on one server see the same panes and nothing of each other", async ({
  call,
  pane,
  tmux,
  overrides,
  environment,
  folder,
}) => {
  const other = build({
    settings: await settingsWith(overrides),
    environment,
    stateDir: folder,
    home: folder,
    log: () => {},
  });
  const client = new Client({ name: "other", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await other.factory({ era: "legacy" }).connect(theirs as never);
  await client.connect(ours);
  const ask = async (name: string, args = {}): Promise<any> =>
    (await client.callTool({ name, arguments: args })).structuredContent;

  const [first, second] = await Promise.all([
    call("run_command", { command: "echo first", pane_id: pane }),
    ask("create_window", { session_name: "work", window_name: "theirs" }),
  ]);
  const buffer = await ask("load_buffer", { content: "theirs" });

  expect(first.output?.output ?? first.text).toEqual(["first"]);
  expect((await call("list_sessions")).output.result).toHaveLength(1);
  expect((await ask("list_windows")).result.map((one: any) => one.window_id)).toContain(second.window_id);
  expect((await call("list_panes")).output).toEqual(await ask("list_panes"));
  await call("load_buffer", { content: "ours" });
  await client.close();
  await other.close();
  expect(tmux("list-buffers", "-F", "#{buffer_name}")).not.toContain(buffer.buffer_name);
  expect(tmux("list-buffers", "-F", "#{buffer_name}").split("\n")).toHaveLength(1);
  expect((await call("run_command", { command: "echo still", pane_id: pane })).output.output).toEqual([
    "still",
  ]);
});

test("many calls at once each get their own answer", async ({ call, pane, tmux }) => {
  const panes = [
    pane,
    ...Array.from({ length: 7 }, (_, i) =>
      tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "-t", "work", `echo pane-${i}; exec cat`),
    ),
  ];
  await expect
    .poll(async () => (await call("search_panes", { pattern: "pane-" })).output.total_panes_matched)
    .toBe(7);

  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, i) => call("capture_pane", { pane_id: panes[i % panes.length] })),
  );

  for (const [i, { output }] of answers.entries()) {
    const at = i % panes.length;
    expect(output.result).toContain(at === 0 ? "$" : `pane-${at - 1}`);
  }
});

test("a server that ends is noticed, one that begins again is used, and old ids mean nothing", async ({
  call,
  pane,
  tmux,
}) => {
  const { cursor } = (await call("capture_since", { pane_id: pane })).output;
  await call("list_panes");
  tmux("kill-server");

  expect((await call("list_sessions")).output.result).toEqual([]);
  expect((await call("capture_pane", { pane_id: pane })).failure).toBe("TmuxServerNotRunning");

  tmux("new-session", "-d", "-s", "again", "cat");
  expect((await call("list_sessions")).output.result).toMatchObject([{ session_name: "again" }]);
  expect((await call("capture_since", { cursor })).meta["expected"]).toBe(true);
  expect((await call("capture_since", { cursor })).isError).toBe(true);
});

test.for(["with space", "emoji 🐙", "-n", ";", "#{pid}", "#(touch x)", "'q'", "ünï"])(
  "a session named %j is found by its name",
  async (name, { call }) => {
    const made = await call("create_session", { session_name: name });

    expect(made.output.session_name).toBe(name);
    expect((await call("get_session_info", { session_name: name })).output.session_id).toBe(
      made.output.session_id,
    );
    expect((await call("kill_session", { session_name: name })).isError).toBe(false);
  },
);
