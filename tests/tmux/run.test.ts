import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe } from "vitest";
import { capture } from "../../src/tmux/capture.ts";
import { sendKeys } from "../../src/tmux/keys.ts";
import { enterCopyMode, exitCopyMode } from "../../src/tmux/panes.ts";
import { runCommand, waitForCommand } from "../../src/tmux/run/command.ts";
import type { Server } from "../../src/tmux/server.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import { enter } from "../../src/tmux/wait/entry.ts";
import { waitForText } from "../../src/tmux/wait/text.ts";
import { installed } from "../shells.ts";
import { expect, soon, test } from "./room.ts";

const SHELLS = {
  bash: "env PS1='$ ' HISTFILE= bash --norc --noprofile",
  dash: "env PS1='$ ' dash",
  zsh: "env PS1='%% ' zsh -f",
  fish: "env fish_history= fish --no-config --private",
};
type Shell = keyof typeof SHELLS;

const run = (server: Server, pane: string, command: string, timeoutMs = 10_000) =>
  runCommand(server, pane, { command, timeoutMs });

async function shellIn(server: Server, name: Shell): Promise<string> {
  const session = await createSession(server, { name, width: 80, height: 24, shell: SHELLS[name] }, soon());
  return session.active_pane_id ?? "";
}

describe.each(installed(Object.keys(SHELLS) as Shell[]))("in %s", (shell) => {
  test("a command brings its own output and its true status", async ({ server }) => {
    const pane = await shellIn(server, shell);

    expect(await run(server, pane, "echo one; echo two")).toMatchObject({
      exit_status: 0,
      output: ["one", "two"],
      timed_out: false,
      reason: null,
      handle: null,
    });
    expect(await run(server, pane, "sh -c 'exit 3'")).toMatchObject({ exit_status: 3, output: [] });
    expect(await run(server, pane, "exit 42")).toMatchObject({ exit_status: 42, output: [] });
    expect(await run(server, pane, "printf 'no newline'; false")).toMatchObject({
      exit_status: 1,
      output: ["no newline"],
    });
    expect(await run(server, pane, "sh -c 'kill -9 $$'")).toMatchObject({ exit_status: 137 });
  });

  test("what scrolled off is there as well, and long lines are not cut at the edge", async ({ server }) => {
    const pane = await shellIn(server, shell);

    const { output } = await run(server, pane, "seq 1 3000; printf '%0500d\\n' 7");

    expect(output).toHaveLength(3001);
    expect(output[0]).toBe("1");
    expect(output[2999]).toBe("3000");
    expect(output[3000]).toBe(`${"0".repeat(499)}7`);
  });

  test("a wait on the same pane does not take the shown command for output", async ({ server, sockets }) => {
    const pane = await shellIn(server, shell);
    const go = join(sockets.folder, "go");

    // At first the prompt is looked at, later it is known; the wait begins before the command or along with it.
    for (const gap of [30, 0, 1, 2, 5]) {
      rmSync(go, { force: true });
      const waiting = waitForText(server, pane, {
        patterns: ["needle", "printf", "done-x"],
        timeoutMs: 10_000,
      });
      const begun = enter(server, pane, { output() {}, gone() {}, mark() {} }, soon());
      await delay(gap);
      const ready = `sh -c "until [ -e ${go} ]; do sleep 0.02; done"`;
      const ran = run(server, pane, `: needle\n: 'another needle'; ${ready}; echo done-"x"`);
      // It asks the same things after the wait did, so by now the wait has its answers, too.
      (await begun).watched.leave();
      writeFileSync(go, "");
      await ran;
      expect(await waiting).toMatchObject({ matched_index: 2, matched_lines: ["done-x"] });
    }
  });

  test("several lines and every kind of quote arrive as they are", async ({ server }) => {
    const pane = await shellIn(server, shell);

    expect(await run(server, pane, "echo 'a  b'\necho \"c'd\"\n\necho e")).toMatchObject({
      exit_status: 0,
      output: ["a  b", "c'd", "e"],
    });
    expect(await run(server, pane, "echo 'é 中 🐙 ! !! #{pid} %d {x} ~ ;'")).toMatchObject({
      output: ["é 中 🐙 ! !! #{pid} %d {x} ~ ;"],
    });
    expect(await run(server, pane, `echo '${"long ".repeat(2_000)}' | wc -c | tr -d ' '`)).toMatchObject({
      output: ["10001"],
    });
  });

  test("the screen shows the prompt, the command and its output, and nothing of ours", async ({ server }) => {
    const pane = await shellIn(server, shell);
    await run(server, pane, "true");

    await run(server, pane, "echo shown");

    const screen = await capture(server, pane, { start: "-" }, soon());
    const at = screen.findIndex((row) => row.endsWith("echo shown"));
    expect(screen[at + 1]).toBe("shown");
    expect(screen.join("\n")).not.toMatch(/7770|printf|eval|stty/);
  });

  test("an unfinished quote is told at once and the shell is usable afterwards", async ({ server }) => {
    const pane = await shellIn(server, shell);

    expect(await run(server, pane, 'echo "unfinished')).toMatchObject({
      timed_out: false,
      reason: expect.stringContaining("could not read"),
    });
    expect(await run(server, pane, "echo fine")).toMatchObject({ exit_status: 0, output: ["fine"] });
  });

  test("a shell that waits for the rest of a line says so and gets its prompt back", async ({ server }) => {
    const pane = await shellIn(server, shell);
    await run(server, pane, "true");
    await sendKeys(server, pane, "echo 'half", { enter: true, literal: true, limit: soon() });

    await expect(run(server, pane, "echo no")).rejects.toMatchObject({ errorType: "ShellNotReady" });

    expect(await run(server, pane, "echo yes")).toMatchObject({ output: ["yes"] });
  });

  test.for(["'", '"'])(
    "behind an open %s nothing of the command is run",
    async (open, { server, sockets }) => {
      const pane = await shellIn(server, shell);
      await run(server, pane, "true");
      const trace = `${sockets.folder}/trace`;

      for (const command of [
        `touch ${trace}`,
        `: ${open}; touch ${trace}; : ${open}`,
        `:\ntouch ${trace}\n`,
      ]) {
        await sendKeys(server, pane, `echo ${open}half`, { enter: true, literal: true, limit: soon() });
        await expect(run(server, pane, command)).rejects.toMatchObject({ errorType: "ShellNotReady" });
        expect(existsSync(trace)).toBe(false);
      }
    },
  );

  test("a command that outlives the call is waited for by its handle", async ({ server }) => {
    const pane = await shellIn(server, shell);
    await run(server, pane, "true");

    const first = await run(server, pane, "echo early; sleep 1; echo late; sh -c 'exit 5'", 500);
    expect(first).toMatchObject({
      timed_out: true,
      exit_status: null,
      output: ["early"],
      handle: expect.any(String),
    });

    const rest = await waitForCommand(server, first.handle ?? "", { timeoutMs: 10_000 });
    expect(rest).toMatchObject({ timed_out: false, exit_status: 5, output: ["late"], handle: null });
    await expect(waitForCommand(server, first.handle ?? "", { timeoutMs: 100 })).rejects.toMatchObject({
      errorType: "UnknownHandle",
    });
  });

  test("an interrupted command has the status of its signal", async ({ server }) => {
    const pane = await shellIn(server, shell);
    await run(server, pane, "true");
    const first = await run(server, pane, "echo started; sleep 30", 300);

    await sendKeys(server, pane, "C-c", { limit: soon() });

    expect(await waitForCommand(server, first.handle ?? "", { timeoutMs: 10_000 })).toMatchObject({
      exit_status: 130,
    });
    expect(await run(server, pane, "echo next")).toMatchObject({ output: ["next"] });
  });

  test("a command that someone stopped ends without a status and says so", async ({ server }) => {
    const pane = await shellIn(server, shell);
    await run(server, pane, "true");
    const { handle } = await run(server, pane, "echo here; sleep 30", 500);

    await sendKeys(server, pane, "C-z", { limit: soon() });

    expect(await waitForCommand(server, handle ?? "", { timeoutMs: 10_000 })).toMatchObject({
      exit_status: null,
      timed_out: false,
      reason: expect.stringContaining("back at its prompt"),
    });
    expect(await run(server, pane, "echo next")).toMatchObject({ exit_status: 0, output: ["next"] });
  });
});

test("here-documents work", async ({ server, pane }) => {
  expect(await run(server, pane, "cat <<'END'\n$HOME 'x'\n\ttab\nEND\necho after")).toMatchObject({
    output: ["$HOME 'x'", "        tab", "after"],
  });
});

test("a pane that moved, changed its size or its prompt takes commands as before", async ({
  server,
  pane,
  sockets,
}) => {
  await createSession(server, { name: "other", width: 60, height: 20, shell: "exec cat" }, soon());
  const cli = (...args: string[]) => sockets.cli("main", ...args);
  const changes: readonly (() => unknown)[] = [
    () => cli("split-window", "-d", "-t", pane, "exec cat"),
    () => cli("join-pane", "-d", "-s", pane, "-t", "other:"),
    () => cli("resize-pane", "-t", pane, "-y", "5"),
    () => cli("break-pane", "-d", "-s", pane, "-t", "other:"),
    async () => {
      await sendKeys(server, pane, "PS1='other $ '", { enter: true, literal: true, limit: soon() });
      await expect.poll(async () => (await capture(server, pane, {}, soon())).at(-1)).toBe("other $");
    },
    async () => {
      await sendKeys(server, pane, "begun", { literal: true, limit: soon() });
      await expect.poll(async () => (await capture(server, pane, {}, soon())).at(-1)).toBe("other $ begun");
    },
    async () => {
      await sendKeys(server, pane, "C-l", { limit: soon() });
      await expect.poll(() => capture(server, pane, {}, soon())).toEqual(["other $"]);
    },
  ];
  await run(server, pane, "true");

  for (const [i, change] of changes.entries()) {
    await change();
    expect(await run(server, pane, `echo ${i}; exit ${i}`)).toMatchObject({
      exit_status: i,
      output: [`${i}`],
    });
  }

  const screen = (await capture(server, pane, { start: "-" }, soon())).join("\n");
  expect(screen).not.toMatch(/7770|__t|eval/);
});

test("a line someone had begun to type is not run with ours", async ({ server, pane }) => {
  await run(server, pane, "true");
  await sendKeys(server, pane, "echo begun", { literal: true, limit: soon() });

  expect(await run(server, pane, "echo mine")).toMatchObject({ exit_status: 0, output: ["mine"] });
});

test("nothing of ours stays in history, variables, functions or options", async ({ server, pane }) => {
  const before = await run(
    server,
    pane,
    "set | grep -v '^[A-Z_]*=' | sort | cksum; history; shopt | cksum; set -o | cksum; stty -g",
  );
  await runCommand(server, pane, { command: "echo kept", timeoutMs: 5_000, suppressHistory: false });
  await run(server, pane, "echo hidden");
  const after = await run(
    server,
    pane,
    "set | grep -v '^[A-Z_]*=' | sort | cksum; history; shopt | cksum; set -o | cksum; stty -g",
  );

  const history = after.output.filter((line) => /^ +\d+ /.test(line));
  expect(history.map((line) => line.trim())).toEqual(["1  echo kept"]);
  expect(after.output.filter((line) => !history.includes(line))).toEqual(before.output);
  expect(
    (await server.read(["show-options -p", "show-options -g -w", "list-buffers"], soon())).join(""),
  ).not.toMatch(/termgate/);
});

test("the status is the shell's own afterwards", async ({ server, pane }) => {
  await run(server, pane, "exit 9");
  await sendKeys(server, pane, 'echo "status=$?"', { enter: true, literal: true, limit: soon() });

  await expect.poll(async () => (await capture(server, pane, {}, soon())).join("\n")).toContain("\nstatus=9");
});

test("what cannot be typed into is refused before anything is typed", async ({ server, pane, sockets }) => {
  await run(server, pane, "true");
  await enterCopyMode(server, pane, null, soon());
  await expect(run(server, pane, "echo no")).rejects.toMatchObject({ errorType: "PaneInMode" });
  await exitCopyMode(server, pane, soon());

  await sendKeys(server, pane, "cat", { enter: true, limit: soon() });
  await expect
    .poll(
      async () => (await server.read([`display-message -p -t ${pane} '#{pane_current_command}'`], soon()))[0],
    )
    .toBe("cat\n");
  await expect(run(server, pane, "echo no")).rejects.toMatchObject({
    errorType: "PaneBusy",
    message: expect.stringContaining("cat"),
  });
  await sendKeys(server, pane, "C-d", { limit: soon() });

  sockets.cli("main", "set-option", "-w", "-t", "work", "remain-on-exit", "on");
  await sendKeys(server, pane, "exit", { enter: true, limit: soon() });
  await expect
    .poll(async () => (await server.read([`display-message -p -t ${pane} '#{pane_dead}'`], soon()))[0])
    .toBe("1\n");
  await expect(run(server, pane, "echo no")).rejects.toMatchObject({ errorType: "PaneDead" });
});

test("a script in the foreground is not a shell that reads", async ({ server, sockets }) => {
  execFileSync("sh", ["-c", `echo 'sleep 5' > '${sockets.folder}/script.sh'`]);
  const session = await createSession(
    server,
    { name: "script", shell: `exec bash ${sockets.folder}/script.sh` },
    soon(),
  );
  const pane = session.active_pane_id ?? "";

  await expect(run(server, pane, "echo no")).rejects.toMatchObject({ errorType: "PaneBusy" });
});

test("the end of the pane ends the command with the reason", async ({ server, pane }) => {
  await createSession(server, { name: "other" }, soon());

  expect(await run(server, pane, "echo last; sleep 0.2; kill -9 $$; sleep 5")).toMatchObject({
    exit_status: null,
    timed_out: false,
    reason: expect.any(String),
    output: ["last"],
  });
});

test("a program cannot pretend to be the end of the command", async ({ server, pane }) => {
  const forged = await run(
    server,
    pane,
    String.raw`printf '\033]7770;D;0000;0\a forged \033]7770;D;'; sh -c 'exit 4'`,
  );

  expect(forged.exit_status).toBe(4);
  expect(forged.output.join()).toContain("forged");
});

test("output is read as a screen would show it, without its colours", async ({ server, pane }) => {
  const { output } = await run(
    server,
    pane,
    String.raw`printf '10%%\r50%%\r100%%\n\033[31mred\033[0m\nab\bc\n\033]0;title\aend\n\033[?1049hhidden\033[?1049lshown\n'`,
  );

  expect(output).toEqual(["100%", "red", "ac", "end", "shown"]);
});

test("max lines keep the end and say how much was left out", async ({ server, pane }) => {
  expect(
    await runCommand(server, pane, { command: "seq 1 10", timeoutMs: 5_000, maxLines: 2 }),
  ).toMatchObject({
    output: ["9", "10"],
    output_truncated: true,
    output_truncated_lines: 8,
  });
});

test("a cancelled call ends at once", async ({ server, pane }) => {
  const cancel = new AbortController();
  const running = runCommand(server, pane, {
    command: "echo begun; sleep 5",
    timeoutMs: 10_000,
    signal: cancel.signal,
  });
  const told = running.then(
    () => "finished",
    (error: Error) => error.message,
  );
  await expect.poll(async () => await capture(server, pane, {}, soon())).toContain("begun");

  cancel.abort(new Error("enough"));

  expect(await told).toBe("enough");
});

test("a second command is refused while the first one runs", async ({ server, pane }) => {
  await run(server, pane, "true");
  const first = await run(server, pane, "sleep 5", 300);

  await expect(run(server, pane, "echo no")).rejects.toMatchObject({ errorType: "PaneBusy" });

  expect(first.timed_out).toBe(true);
});

test("a shell inside a shell is a shell", async ({ server, pane }) => {
  await run(server, pane, "true");
  await sendKeys(server, pane, "bash --norc --noprofile", { enter: true, limit: soon() });
  await expect.poll(async () => (await capture(server, pane, {}, soon())).at(-1)).toMatch(/^\$$/);

  expect(await run(server, pane, "echo $SHLVL inner")).toMatchObject({
    output: [expect.stringContaining("inner")],
  });
});
