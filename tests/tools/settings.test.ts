import { readSettings } from "../../src/settings/read.ts";
import { expect, test } from "./room.ts";

const read = (environment: Record<string, string>, profile = "libtmux") =>
  readSettings({ flags: { profile }, environment, cwd: "/", home: "/nonexistent" });

test("the drop-in hears the variables of the server it stands in for", async () => {
  const { settings, problems } = await read({
    LIBTMUX_SOCKET: "named",
    LIBTMUX_SOCKET_PATH: "/tmp/by-path",
    LIBTMUX_TMUX_BIN: "/opt/tmux",
    LIBTMUX_SAFETY: "destructive",
    LIBTMUX_SUPPRESS_HISTORY: "0",
    LIBTMUX_MCP_WAIT_MAX_SECONDS: "60",
  });

  expect(problems).toEqual([]);
  expect(settings.house.safety).toBe("destructive");
  expect(settings.tmux).toMatchObject({
    socket: "named",
    socketPath: "/tmp/by-path",
    tmuxBin: "/opt/tmux",
    suppressHistory: false,
    waitMaxSeconds: 60,
  });
});

test("our own variables name the default server in every profile", async () => {
  const { settings } = await read({ TERMGATE_SOCKET: "ours", TERMGATE_SOCKET_PATH: "/tmp/ours" }, "full");

  expect(settings.tmux).toMatchObject({ socket: "ours", socketPath: "/tmp/ours" });
});

test.for([
  ["0.1", 1],
  ["1e9", 120],
  ["45.5", 45.5],
] as const)("a ceiling of %s seconds becomes %s", async ([text, seconds]) => {
  expect((await read({ LIBTMUX_MCP_WAIT_MAX_SECONDS: text })).settings.tmux.waitMaxSeconds).toBe(seconds);
});

test.for(["junk", "NaN", "-"])("a ceiling of %s is told of and left at the default", async (text) => {
  const { settings, problems } = await read({ LIBTMUX_MCP_WAIT_MAX_SECONDS: text });

  expect(settings.tmux.waitMaxSeconds).toBe(30);
  expect(problems).toMatchObject([{ level: "warning" }]);
});

test("an unclear wish about history stops the start, and is not repeated", async () => {
  const { problems } = await read({ LIBTMUX_SUPPRESS_HISTORY: "maybe-my-token" });

  expect(problems).toMatchObject([{ level: "refuse" }]);
  expect(JSON.stringify(problems)).not.toContain("maybe-my-token");
});

test("an unknown tier is the narrowest", async () => {
  expect((await read({ LIBTMUX_SAFETY: "everything" })).settings.house.safety).toBe("readonly");
});

test.for([
  [{}, 51],
  [{ LIBTMUX_SAFETY: "everything" }, 21],
  [{ LIBTMUX_SAFETY: "DESTRUCTIVE!" }, 21],
] as const)("started with %j a client is shown %i tools", async ([environment, count], { another }) => {
  const { client } = await another({ settings: (await read(environment)).settings });

  expect((await client.listTools()).tools).toHaveLength(count);
});

const withoutTmux = test.extend<{ tmuxSettings: { tmuxBin: string } }>({
  tmuxSettings: { tmuxBin: "/nonexistent/tmux" },
});

withoutTmux("without tmux a call says what is missing", async ({ call }) => {
  const { failure, text, isError, meta } = await call("create_session", { session_name: "x" });

  expect(isError).toBe(true);
  expect(failure).toBe("TmuxCommandNotFound");
  expect(meta["expected"]).toBe(false);
  expect(text).toContain("tmux");
});
