import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hideIn, leaked, leakedInRows, named, secrets, variables } from "../../shell/secrets.ts";
import { expect, SHELL, test as room } from "../../tools/room.ts";

const WIDE = { house: { responseLimit: 40_000_000 }, shell: { maxOutputBytes: 4_000_000 } };

interface Rooms {
  /** A pane of some columns whose shell has every secret in its environment, in the folder with the files. */
  paneOf: (columns: number) => Promise<string>;
  /** Type a line as a person would and wait until it has run. */
  type: (pane: string, line: string) => Promise<void>;
}

const guarded = room.extend({
  profile: "full" as const,
  overrides: async ({ profile, safety }, use) =>
    use({
      house: { profile, safety, ...WIDE.house },
      tmux: { socket: "main", configFile: "/dev/null", timeoutSeconds: 60 },
      shell: WIDE.shell,
      // What is judged is not the matter here: every reader runs.
      approvals: { shell: "observe", tmux: "observe" },
    } as never),
  environment: async ({ folder }, use) =>
    use({
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      LANG: "C.UTF-8",
      SHELL: "/bin/bash",
      TERM: "xterm-256color",
      TMUX_TMPDIR: folder,
      ...variables,
    }),
});

const test = guarded.extend<Rooms>({
  paneOf: async ({ tmux, folder }, use) => {
    hideIn(folder);
    let panes = 0;
    await use(async (columns) => {
      const size = ["-x", String(columns), "-y", "40"];
      const given = named.flatMap(({ name, value }) => ["-e", `${name}=${value}`]);
      if (panes === 0) tmux("new-session", "-d", "-s", "base", ...size, "sleep 1000");
      tmux("set-option", "-g", "history-limit", "50000");
      const session = `s${panes++}`;
      const id = tmux(
        "new-session",
        "-d",
        "-P",
        "-F",
        "#{pane_id}",
        "-s",
        session,
        "-c",
        folder,
        ...size,
        ...given,
        SHELL,
      );
      await expect.poll(() => tmux("capture-pane", "-p", "-t", id)).toMatch(/^\$/);
      return id;
    });
  },
  type: async ({ tmux }, use) => {
    let marks = 0;
    await use(async (pane, line) => {
      const channel = `typed-${pane.slice(1)}-${++marks}`;
      tmux("clear-history", "-t", pane);
      tmux("send-keys", "-t", pane, "-l", `clear; ${line}; tmux wait-for -S ${channel}`);
      tmux("send-keys", "-t", pane, "Enter");
      tmux("wait-for", channel);
    });
  },
});

const READERS = [
  "cat all.txt",
  "cat one-line.txt",
  "cat config .env",
  "grep -n . all.txt",
  "grep --color=always -o '[a-z].*' all.txt",
  "awk '{print NR \": \" $0}' all.txt",
  "sed -n p one-line.txt",
  "cut -c1-200 all.txt",
  "sort all.txt",
  "nl all.txt",
  "tac all.txt",
  "fold -w 11 one-line.txt",
  "column all.txt",
  "paste - - < all.txt",
  "python3 -c 'print(open(\"all.txt\").read())'",
  "python3 -c 'import os; print(dict(os.environ))'",
  "perl -pe1 all.txt",
  "strings all.txt",
  "xxd all.txt",
  "xxd -p all.txt",
  "od -c all.txt",
  "od -An -c all.txt",
  "hexdump -C all.txt",
  "hexdump -c all.txt",
  "base64 all.txt",
  "git --no-pager config --file config --list",
  "git --no-pager diff --no-index /dev/null all.txt",
  "env",
  "printenv",
  "set",
  "declare -p",
  "export -p",
  "cat /proc/self/environ",
  "cat /proc/$$/environ | tr '\\0' '\\n'",
  "ps e -p $$ ww",
  'echo "${!APP*}" $APP_0_TOKEN',
  "(set -x; : $APP_0_TOKEN $DB_1_SECRET $CI_2_PASSWORD) 2>&1",
  'cat -- "$(head -c 300 one-line.txt)"',
] as const;

const all = (answer: unknown) => JSON.stringify(answer);

test("two hundred secrets stay hidden from execute_command, whatever reads them", async ({
  call,
  paneOf,
  folder,
  tmux,
}) => {
  const pane = await paneOf(80);
  const pid = tmux("display-message", "-p", "-t", pane, "#{pane_pid}").trim();
  const outside = [
    `cat /proc/${pid}/environ`,
    `xxd /proc/${pid}/environ`,
    `tr '\\0' '\\n' < /proc/${pid}/environ`,
  ];
  for (const command of [...READERS, ...outside]) {
    const answer = await call("execute_command", { command, working_directory: folder });

    expect(leaked(all(answer)), command).toEqual([]);
  }
  const { output } = await call("execute_command", { command: outside[2], working_directory: folder });
  expect(output.stdout.match(/\[REDACTED\]/g).length).toBeGreaterThanOrEqual(named.length);
});

test("two hundred secrets stay hidden from run_command, whatever reads them", async ({ call, paneOf }) => {
  const pane = await paneOf(80);
  for (const command of READERS) {
    const answer = await call("run_command", { pane_id: pane, command, timeout: 60 });

    expect(answer.failure, command).toBeUndefined();
    expect(leaked(all(answer)), command).toEqual([]);
  }
});

test.for([80, 37, 23])(
  "no tool shows a secret that wrapped in a pane of %i columns",
  async (columns, { call, paneOf, type, client, tmux }) => {
    const pane = await paneOf(columns);
    const uri = `tmux://panes/${pane.replace("%", "%25")}/content`;
    const capture = { pane_id: pane, start: -50_000, max_lines: null };
    let cursor: string | undefined;
    for (const line of READERS) {
      await type(pane, line);
      const shown = tmux("capture-pane", "-p", "-J", "-S", "-", "-t", pane);
      const since = await call("capture_since", { pane_id: pane, cursor, max_lines: null, max_bytes: null });
      cursor = since.output?.cursor;
      const answers = {
        since,
        plain: await call("capture_pane", capture),
        joined: await call("capture_pane", { ...capture, join_wrapped: true }),
        coloured: await call("capture_pane", { ...capture, ansi: true }),
        screen: await call("capture_pane", { pane_id: pane }),
        first: await call("capture_since", { pane_id: pane }),
        snapshot: await call("snapshot_pane", { pane_id: pane }),
        found: await call("search_panes", {
          pattern: ".",
          regex: true,
          content_start: -50_000,
          max_matched_lines_per_pane: 50_000,
        }),
        batch: await call("call_readonly_tools_batch", {
          operations: [
            { tool: "capture_pane", arguments: capture },
            { tool: "snapshot_pane", arguments: { pane_id: pane } },
          ],
        }),
        resource: await client.readResource({ uri }),
      };

      expect(shown.length, line).toBeGreaterThan(20);
      for (const [name, answer] of Object.entries(answers))
        expect(leakedInRows(all(answer)), `${name} of ${line}`).toEqual([]);
    }
  },
);

test("a picture of a pane shows no secret", async ({ call, paneOf, type }) => {
  const pane = await paneOf(60);
  for (const line of ["tail -n 20 all.txt", "tail -c 900 one-line.txt", "head -n 30 .env"]) {
    await type(pane, line);

    const { text } = await call("snapshot_pane", { pane_id: pane, format: "svg" });

    expect(leakedInRows(text.replace(/<[^>]*>/g, ""))).toEqual([]);
    expect(text.replace(/<[^>]*>/g, "")).toContain("REDACTED");
  }
});

test("waits show no secret", async ({ call, paneOf, tmux, type }) => {
  const pane = await paneOf(50);
  for (const [line, tool, args] of [
    ["cat all.txt; echo done-1", "wait_for_text", { patterns: ["done-1"] }],
    ["cat one-line.txt; echo; echo done-2", "wait_for_text", { patterns: ["cnry\\d+", "ghp_"], regex: true }],
    ["cat .env; echo done-3", "wait_for_text", {}],
    ["sleep 0.3; cat config", "wait_for_idle", {}],
  ] as const) {
    const waiting = call(tool, { pane_id: pane, timeout: 20, ...args });
    tmux("send-keys", "-t", pane, "-l", `sleep 0.5; ${line}`);
    tmux("send-keys", "-t", pane, "Enter");

    expect(leakedInRows(all(await waiting)), line).toEqual([]);
  }
  await type(pane, "true");
  const started = await call("run_command", { pane_id: pane, command: "sleep 1; cat all.txt", timeout: 0.2 });
  const ended = await call("wait_for_command", { handle: started.output.handle, timeout: 20 });
  expect(leakedInRows(all([started, ended]))).toEqual([]);
});

test("what tmux itself remembers is shown without secrets", async ({ call, paneOf, tmux }) => {
  const pane = await paneOf(80);
  for (const { name, value } of named) tmux("set-environment", "-g", name, value);
  const seen: unknown[] = [await call("show_environment", { global_: true })];
  for (const [index, secret] of secrets.entries()) {
    const { output } = await call("load_buffer", { content: `a ${secret} b` });
    seen.push(await call("show_buffer", { buffer_name: output.buffer_name }));
    await call("delete_buffer", { buffer_name: output.buffer_name });
    tmux("select-pane", "-t", pane, "-T", secret);
    tmux("set-option", "-g", "@kept", secret);
    seen.push(await call("display_message", { pane_id: pane, format_string: "#{pane_title} #{@kept}" }));
    if (index % 20 > 0) continue;
    tmux("rename-window", "-t", pane, secret.replace(/[.:]/g, "_"));
    seen.push(await call("show_option", { option: "@kept", global_: true }));
    for (const tool of ["get_pane_info", "get_window_info"]) seen.push(await call(tool, { pane_id: pane }));
    for (const tool of ["list_panes", "list_windows", "list_sessions"]) seen.push(await call(tool));
  }

  expect(leaked(all(seen))).toEqual([]);
});

test("neither errors nor the audit log hold a secret", async ({ call, paneOf, stateDir, folder }) => {
  const pane = await paneOf(80);
  const seen: unknown[] = [];
  for (const secret of secrets) {
    seen.push(
      await call("execute_command", { command: `cat ${secret}`, working_directory: folder }),
      await call("execute_command", { command: `cd '${secret}'`, args: [secret] }),
      await call("execute_command", { command: "true", working_directory: `/nonexistent/${secret}` }),
    );
  }
  for (const secret of secrets.filter((_, n) => n % 10 === 0)) {
    seen.push(
      await call("capture_pane", { pane_id: secret }),
      await call("show_option", { option: secret }),
      await call("send_keys", { pane_id: pane, keys: `: ${secret}` }),
      await call("run_command", { pane_id: pane, command: `: ${secret}` }),
    );
  }
  const kept = keptIn(stateDir);

  for (const one of seen) expect(leaked(all(one))).toEqual([]);
  expect(kept).toContain("execute_command");
  expect(leaked(kept)).toEqual([]);
});

/** Every byte termgate wrote into its state folder. */
function keptIn(stateDir: string): string {
  return readdirSync(stateDir, { recursive: true, encoding: "utf8" })
    .map((name) => join(stateDir, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

const asking = test.extend({
  overrides: { approvals: { perMinute: 100_000, maxWaiting: 100_000 } } as never,
});
asking("neither a question to a person nor the inbox holds a secret", async ({ call, stateDir }) => {
  const seen: unknown[] = [];
  for (const secret of secrets) {
    const answer = await call("execute_command", { command: `some-program --key=${secret} '${secret}'` });
    expect(answer.failure).toBe("ApprovalDenied");
    seen.push(answer);
  }

  const kept = keptIn(stateDir);
  expect(leaked(all(seen))).toEqual([]);
  expect(kept).toContain("some-program --key=[REDACTED]");
  expect(leaked(kept)).toEqual([]);
});
