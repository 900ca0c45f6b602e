import { tools } from "../../src/tools/index.ts";
import { expect, test } from "./room.ts";

/** Names by tier and hints: read-only, destructive, idempotent, open world. */
const RO = ["readonly", true, false, true, false] as const;
const MUT = ["mutating", false, false, true, false] as const;
const CREATE = ["mutating", false, false, false, false] as const;
const SHELL = ["mutating", false, false, false, true] as const;
const UNDOES = ["mutating", false, true, false, false] as const;
const DEST = ["destructive", false, true, false, false] as const;

const CONTRACT: Record<string, readonly [string, boolean, boolean, boolean, boolean]> = {
  ...all(
    RO,
    "list_servers list_sessions get_server_info list_windows get_session_info list_panes get_window_info",
  ),
  ...all(RO, "capture_pane capture_since snapshot_pane search_panes get_pane_info find_pane_by_position"),
  ...all(RO, "display_message wait_for_text show_option show_environment show_hooks show_hook show_buffer"),
  ...all(RO, "call_readonly_tools_batch"),
  ...all(CREATE, "create_session create_window split_window swap_pane enter_copy_mode"),
  ...all(MUT, "rename_session select_window rename_window select_layout resize_window move_window"),
  ...all(MUT, "wait_for_channel signal_channel select_pane resize_pane set_pane_title exit_copy_mode"),
  ...all(MUT, "set_option set_environment delete_buffer"),
  ...all(SHELL, "run_command send_keys send_keys_batch paste_text pipe_pane load_buffer paste_buffer"),
  ...all(UNDOES, "clear_pane respawn_pane"),
  ...all(DEST, "kill_server kill_session kill_window kill_pane"),
  call_mutating_tools_batch: ["mutating", false, true, false, true],
  call_destructive_tools_batch: ["destructive", false, true, false, true],
};

function all<T>(value: T, names: string): Record<string, T> {
  return Object.fromEntries(names.split(" ").map((name) => [name, value]));
}

test("the drop-in lists exactly the fifty-six tools, with their tiers and hints", async ({ client }) => {
  const listed = (await client.listTools()).tools;
  const tiers = new Map(tools.map(({ name, tier }) => [name, tier]));

  const seen = Object.fromEntries(
    listed.map(({ name, annotations: hints }) => [
      name,
      [
        tiers.get(name),
        hints?.readOnlyHint,
        hints?.destructiveHint,
        hints?.idempotentHint,
        hints?.openWorldHint,
      ],
    ]),
  );
  expect(Object.keys(CONTRACT)).toHaveLength(56);
  expect(seen).toEqual(CONTRACT);
});

test("each tool carries its tier as the one tag, and marks a result that is to be unwrapped", async ({
  client,
}) => {
  const listed = (await client.listTools()).tools;

  for (const { name, _meta } of listed)
    expect(_meta?.["fastmcp"], name).toEqual({ tags: [CONTRACT[name]?.[0]] });
  const wrapped = listed.filter(({ outputSchema }: any) => outputSchema?.["x-fastmcp-wrap-result"] === true);
  expect(wrapped.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["capture_pane", "list_panes", "send_keys"]),
  );
  expect(wrapped.map(({ name }) => name)).not.toContain("snapshot_pane");
});

test("every tool but the servers' list and the batches takes a socket name", async ({ client }) => {
  const without = (await client.listTools()).tools
    .filter(({ inputSchema }) => !("socket_name" in (inputSchema.properties ?? {})))
    .map(({ name }) => name);

  expect(without.toSorted()).toEqual([
    "call_destructive_tools_batch",
    "call_mutating_tools_batch",
    "call_readonly_tools_batch",
    "list_servers",
  ]);
});

test("three tools ask to be loaded always", async ({ client }) => {
  const eager = (await client.listTools()).tools.filter(
    ({ _meta }) => _meta?.["anthropic/alwaysLoad"] === true,
  );

  expect(eager.map(({ name }) => name).toSorted()).toEqual(["list_panes", "list_windows", "snapshot_pane"]);
});

const tiers = { readonly: 21, mutating: 51, destructive: 56 } as const;

for (const [safety, count] of Object.entries(tiers) as [keyof typeof tiers, number][]) {
  const atTier = test.extend<{ safety: keyof typeof tiers }>({ safety });

  atTier(
    `at the tier ${safety} there are ${count} tools, and the instructions fit and name the tier`,
    async ({ client }) => {
      expect((await client.listTools()).tools).toHaveLength(count);
      expect(client.getInstructions()).toContain(safety);
      expect(Buffer.byteLength(client.getInstructions() ?? "")).toBeLessThanOrEqual(2_048);
      expect(client.getServerVersion()?.name).toBe("tmux");
    },
  );
}

const careful = test.extend<{ safety: "readonly" }>({ safety: "readonly" });

careful(
  "a call above the tier is refused with the tier it needs, and is in the log",
  async ({ call, pane, audited }) => {
    const { failure, text, meta } = await call("kill_pane", { pane_id: pane });

    expect(failure).toBe("TierDenied");
    expect(text).toContain("destructive");
    expect(meta["expected"]).toBe(true);
    expect(audited()).toContainEqual(expect.objectContaining({ tool: "kill_pane", outcome: "error" }));
  },
);

test("what does not exist is told with what does, and where to look", async ({ call, pane }) => {
  const { failure, text, meta } = await call("capture_pane", { pane_id: "%999" });
  const session = await call("get_session_info", { session_name: "nobody" });
  const window = await call("get_window_info", { window_id: "@999" });

  expect(failure).toBe("PaneNotFound");
  expect(meta["expected"]).toBe(true);
  expect(text).toMatch(/^There is no such pane\./);
  expect(text).toContain(pane);
  expect(text.endsWith(meta["suggestion"])).toBe(true);
  expect(meta["suggestion"]).toContain("list_panes");
  for (const tool of ["capture_pane", "list_panes", "list_windows", "get_window_info", "wait_for_text"]) {
    const nowhere = await call(tool, { session_name: "nobody" });
    expect(nowhere.failure, tool).toBe("TmuxObjectDoesNotExist");
    expect(nowhere.text, tool).toMatch(/no such session\. Sessions: \$0 \(work\)/);
  }
  expect((await call("get_window_info", { window_index: "99" })).text).toContain("no such window");
  expect(session.failure).toBe("TmuxObjectDoesNotExist");
  expect(session.text).toContain("work");
  expect(window.failure).toBe("TmuxObjectDoesNotExist");
  expect(window.text).toContain("@0");
});

test("a rejected value is in no log either", async ({ pane, another }) => {
  const { client, logged } = await another();
  const secret = "my-secret-value";
  for (const args of [{ max_lines: secret }, { [secret]: 1 }, { pane_id: 7, start: [secret] }])
    await client.callTool({ name: "capture_pane", arguments: { pane_id: pane, ...args } });

  expect(logged.join("\n")).not.toContain(secret);
});

test("nothing, and JSON in text, are taken where an object or nothing at all may stand", async ({
  call,
  pane,
}) => {
  const nothing = Object.fromEntries(
    ["window_id", "window_index", "session_name", "session_id", "socket_name"].map((name) => [name, null]),
  );
  const listed = async (filters: unknown) => call("list_panes", { ...nothing, filters });

  for (const filters of [null, "", {}, '{"pane_active":"1"}', { pane_id: pane }])
    expect((await listed(filters)).output.result, JSON.stringify(filters)).toHaveLength(1);
  expect((await listed('{"pane_active":"0"}')).output.result).toEqual([]);
  for (const filters of ["{", "[]", "7"])
    expect(await listed(filters), filters).toMatchObject({ isError: true, meta: { expected: true } });
});

test("an unknown argument is named, a rejected value is not", async ({ call, pane, audited }) => {
  const unknown = await call("capture_pane", { pane_id: pane, lines: 3, wait_for_previous: true });
  const wrong = await call("capture_pane", { pane_id: pane, max_lines: "my-secret-value" });

  expect(unknown.failure).toBe("ValidationError");
  expect(unknown.meta["suggestion"]).toMatch(/lines, wait_for_previous/);
  expect(unknown.meta["suggestion"]).toContain("test-client 1.2.3");
  expect(wrong.text).toContain("max_lines");
  expect(wrong.text + JSON.stringify(audited())).not.toContain("my-secret-value");
});

test.for([
  ["wait_for_text", { timeout: 0 }, /timeout\n {2}Should be more than 0 /],
  ["capture_pane", { max_lines: 0 }, /max_lines\n {2}Should be at least 1 /],
  [
    "call_readonly_tools_batch",
    { operations: [{ tool: "list_panes", arguments: "x" }] },
    /arguments\n {2}Should be object /,
  ],
] as const)("%s with %j is told what would do", async ([tool, args, said], { call }) => {
  expect((await call(tool, args)).text).toMatch(said);
});

test("numbers in text are taken for numbers, a number for text is not", async ({ call, pane }) => {
  expect((await call("capture_pane", { pane_id: pane, max_lines: "5", join_wrapped: "yes" })).isError).toBe(
    false,
  );
  expect((await call("get_window_info", { window_index: 0 })).failure).toBe("ValidationError");
  expect((await call("wait_for_text", { patterns: '["x"]', pane_id: pane })).failure).toBe("ValidationError");
});

test("a pane is found by its id in grouped sessions and linked windows", async ({ call, pane, tmux }) => {
  tmux("new-session", "-d", "-t", "work", "-s", "twin");
  tmux("new-session", "-d", "-s", "third");
  tmux("link-window", "-s", "work:0", "-t", "third:9");

  for (const tool of ["capture_pane", "snapshot_pane", "get_pane_info", "capture_since"])
    expect((await call(tool, { pane_id: pane })).isError, tool).toBe(false);
  expect((await call("send_keys", { pane_id: pane, keys: "" })).isError).toBe(false);
  expect((await call("run_command", { pane_id: pane, command: "echo ok" })).output.output).toEqual(["ok"]);
  expect((await call("get_window_info", { window_id: "@0" })).output.window_id).toBe("@0");
  expect((await call("split_window", { pane_id: pane })).isError).toBe(false);
});

const byPath = test.extend<{ tmuxSettings: { socketPath: string } }>({
  tmuxSettings: async ({ folder }, use) => use({ socketPath: `${folder}/by-path` }),
});

byPath("a socket name in a call wins over a default path", async ({ call, folder, tmuxOn, tmux }) => {
  const { execFileSync } = await import("node:child_process");
  const onPath = (...args: string[]) =>
    execFileSync("tmux", ["-f", "/dev/null", "-S", `${folder}/by-path`, ...args], { encoding: "utf8" });
  onPath("new-session", "-d", "-s", "on-path");
  tmux("new-session", "-d", "-s", "on-main");
  tmuxOn("third", "new-session", "-d", "-s", "on-third");
  const names = async (args = {}) =>
    (await call("list_sessions", args)).output.result.map((one: any) => one.session_name);

  try {
    expect(await names()).toEqual(["on-path"]);
    expect(await names({ socket_name: "main" })).toEqual(["on-main"]);
    expect((await call("kill_server", { socket_name: "third" })).isError).toBe(false);
    expect(onPath("list-sessions", "-F", "#{session_name}")).toContain("on-path");
    const servers = (
      await call("list_servers", { extra_socket_paths: [`${folder}/by-path`, `${folder}/none`] })
    ).output.result;
    expect(servers.map((one: any) => [one.socket_name, one.socket_path, one.session_count])).toEqual([
      ["main", null, 1],
      [null, `${folder}/by-path`, 1],
    ]);
  } finally {
    onPath("kill-server");
  }
});

const impatient = test.extend<{ tmuxSettings: { timeoutSeconds: number } }>({
  tmuxSettings: { timeoutSeconds: 1 },
});

impatient(
  "a server that stopped answering fails its own calls in time, and nobody else's",
  async ({ call, pane, tmux, tmuxOn }) => {
    tmuxOn("healthy", "new-session", "-d", "-s", "fine");
    await call("list_panes");
    const pid = Number(tmux("display-message", "-p", "#{pid}"));
    expect(pane).toBeTruthy();
    process.kill(pid, "SIGSTOP");
    try {
      const stuck = call("send_keys", { pane_id: pane, keys: "x" });
      // Nothing has to be looked up first, so the change itself is on its way.
      const changing = call("set_environment", { name: "LATE", value: "yes" });
      expect((await call("list_sessions", { socket_name: "healthy" })).output.result).toHaveLength(1);
      expect(await stuck).toMatchObject({ isError: true, failure: "TimeoutError" });
      expect(await changing).toMatchObject({ isError: true, failure: "TimeoutError" });
      expect((await changing).text).toContain("make the change later");
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await expect.poll(() => tmux("show-environment", "-g")).toContain("LATE=yes");
  },
);

impatient("a reading call on a stopped server is not given its time twice", async ({ call, pane, tmux }) => {
  await call("list_panes");
  const pid = Number(tmux("display-message", "-p", "#{pid}"));
  const ended: string[] = [];
  const note = async (name: string, asked: Promise<{ failure: unknown }>) => {
    expect((await asked).failure).toBe("TimeoutError");
    ended.push(name);
  };
  process.kill(pid, "SIGSTOP");
  try {
    const reads = [
      note("read", call("capture_pane", { pane_id: pane })),
      note("wait", call("wait_for_text", { patterns: ["x"], pane_id: pane, timeout: 1 })),
    ];
    await note("first second", call("send_keys", { pane_id: pane, keys: "x" }));
    await note("next second", call("send_keys", { pane_id: pane, keys: "x" }));
    await Promise.all(reads);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  expect(ended.at(-1)).toBe("next second");
});

test("a stopped server holds up neither the list of servers nor a command past its own time", async ({
  call,
  pane,
  tmux,
  tmuxOn,
}) => {
  tmuxOn("healthy", "new-session", "-d", "-s", "fine");
  await call("list_panes");
  const pid = Number(tmux("display-message", "-p", "#{pid}"));
  process.kill(pid, "SIGSTOP");
  try {
    // Takes the ten seconds of any call on this server: what ends sooner had a time of its own.
    let patient = true;
    const reading = call("capture_pane", { pane_id: pane }).then((answer) => {
      patient = false;
      return answer;
    });
    const [servers, stopped, ran] = await Promise.all([
      call("list_servers"),
      call("get_server_info"),
      call("run_command", { command: "true", pane_id: pane, timeout: 2 }),
    ]);
    expect(patient).toBe(true);
    expect(servers.output.result).toMatchObject([
      { socket_name: "healthy", is_alive: true, session_count: 1 },
      { socket_name: "main", is_alive: false, session_count: 0, version: null },
    ]);
    expect(stopped.output).toMatchObject({ socket_name: "main", is_alive: false });
    expect(ran.failure).toBe("TimeoutError");
    process.kill(pid, "SIGCONT");
    expect((await reading).isError).toBe(false);
  } finally {
    process.kill(pid, "SIGCONT");
  }
});

for (const profile of ["full", "core", "libtmux", "safeshell", "botctl"] as const) {
  for (const suppressHistory of [true, false]) {
    const inProfile = test.extend<{ profile: typeof profile; tmuxSettings: { suppressHistory: boolean } }>({
      profile,
      tmuxSettings: { suppressHistory },
    });

    inProfile(
      `the instructions of ${profile} name only what it lists, with suppressed history ${suppressHistory}`,
      async ({ client }) => {
        const text = client.getInstructions() ?? "";
        const words = new Set(text.match(/\b[a-z]+(?:_[a-z]+)+\b/g));
        const listed = (await client.listTools()).tools;

        for (const argument of ["socket_name", "suppress_history", "is_caller"]) words.delete(argument);
        expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining([...words]));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_048);
        expect(/suppress_history is (\w+)/.exec(text)?.[1]).toBe(
          listed.some(({ name }) => name === "run_command") ? String(!suppressHistory) : undefined,
        );
        if (profile === "libtmux") expect(text).not.toMatch(/agent|guarded/);
      },
    );
  }
}

test("a cursor nobody gave out is refused by the lists", async ({ client }) => {
  await expect(
    client.request({ method: "tools/list", params: { cursor: "bogus" } } as any, {} as any),
  ).rejects.toThrow();
});
