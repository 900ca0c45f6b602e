import { expect, test } from "./room.ts";

test("sessions, windows and panes are listed with every field of their models", async ({ call, pane }) => {
  const sessions = await call("list_sessions");
  const windows = await call("list_windows");
  const panes = await call("list_panes");

  expect(sessions.output.result).toEqual([
    {
      session_id: "$0",
      session_name: "work",
      window_count: 1,
      session_attached: "0",
      session_created: expect.stringMatching(/^\d+$/),
      active_pane_id: pane,
    },
  ]);
  expect(Object.keys(windows.output.result[0])).toEqual([
    "window_id",
    "window_name",
    "window_index",
    "session_id",
    "session_name",
    "pane_count",
    "window_layout",
    "window_active",
    "window_width",
    "window_height",
    "active_pane_id",
  ]);
  expect(panes.output.result).toMatchObject([
    {
      pane_id: pane,
      pane_width: "80",
      pane_height: "24",
      pane_left: 0,
      pane_at_bottom: true,
      pane_current_command: "bash",
      pane_active: "1",
      is_caller: null,
    },
  ]);
  expect(JSON.parse(panes.text)).toEqual(panes.output.result);
});

test("a server that does not run lists nothing and is not started", async ({ call, tmux }) => {
  expect((await call("list_sessions")).output).toEqual({ result: [] });
  expect((await call("get_server_info")).output).toMatchObject({ is_alive: false, session_count: 0 });
  expect(() => tmux("-N", "list-sessions")).toThrow();
});

test.for([
  [{ session_name: "work" }, ["work"]],
  [{ session_name__contains: "or" }, ["work"]],
  [{ session_name__istartswith: "WO" }, ["work"]],
  [{ session_name__regex: "^w.rk$" }, ["work"]],
  [{ session_name__iregex: "^W.RK$" }, ["work"]],
  [{ session_name__nin: "or" }, ["other"]],
  [{ session_windows: "2" }, ["other"]],
  [{ session_name: "work", session_windows: "2" }, []],
  [{ no_such_field: "x" }, []],
  ['{"session_name":"other"}', ["other"]],
  ["", ["other", "work"]],
] as const)("the filter %j finds the sessions %j", async ([filters, names], { call, pane, tmux }) => {
  tmux("new-session", "-d", "-s", "other");
  tmux("new-window", "-d", "-t", "other");

  const { output } = await call("list_sessions", { filters });

  expect(pane).toMatch(/^%/);
  expect(output.result.map((session: any) => session.session_name).toSorted()).toEqual(names);
});

test("a filter can use fields that the result does not carry", async ({ call, pane, tmux }) => {
  tmux("new-session", "-d", "-s", "other");

  const { output } = await call("list_panes", { filters: { session_name: "work" } });

  expect(output.result.map((one: any) => one.pane_id)).toEqual([pane]);
});

test.for([
  [{ session_name__like: "x" }, "icontains"],
  [{ session_name__regex: "(" }, "RE2"],
])("the filter %j is refused with what would work", async ([filters, hint], { call, pane }) => {
  const { isError, text, meta } = await call("list_sessions", { filters });

  expect(pane).toBeTruthy();
  expect(isError).toBe(true);
  expect(meta["expected"]).toBe(true);
  expect(text).toContain(hint);
});
