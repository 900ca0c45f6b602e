import { existsSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe } from "vitest";
import { capture } from "../../src/tmux/capture.ts";
import { sendKeys } from "../../src/tmux/keys.ts";
import { runCommand } from "../../src/tmux/run/command.ts";
import type { Server } from "../../src/tmux/server.ts";
import { createSession } from "../../src/tmux/sessions.ts";
import { installed } from "../shells.ts";
import { expect, soon, test } from "./room.ts";

// Shells as people leave them: with options, traps, aliases and functions of their own, and lines they have begun.

const FISH = "fish --no-config --private --init-command 'function fish_prompt; echo \"> \"; end'";
const SHELLS = {
  bash: "env PS1='$ ' HISTFILE= bash --norc --noprofile",
  dash: "env PS1='$ ' dash",
  zsh: "env PS1='%% ' zsh -f",
  fish: `env fish_history= ${FISH}`,
};
type Shell = keyof typeof SHELLS;
const PROMPT = /^[$%>]$/;
const OURS = /7770|__[ot]|builtin|eval|stty|trap :/;

const run = (server: Server, pane: string, command: string) =>
  runCommand(server, pane, { command, timeoutMs: 10_000 });

const shown = (server: Server, pane: string) => capture(server, pane, { start: "-" }, soon());

async function shellIn(server: Server, shell: string, width = 80, height = 24): Promise<string> {
  const session = await createSession(server, { name: "person", width, height, shell }, soon());
  const pane = session.active_pane_id ?? "";
  await expect.poll(async () => (await shown(server, pane)).at(-1)).toMatch(PROMPT);
  return pane;
}

/** Types a line as a person would, up to the next prompt. */
async function enter(server: Server, pane: string, line: string): Promise<void> {
  await sendKeys(server, pane, `${line}; : typed`, { enter: true, literal: true, limit: soon() });
  await expect
    .poll(async () => {
      const rows = await shown(server, pane);
      return rows.some((row) => row.endsWith("; : typed")) && PROMPT.test(rows.at(-1) ?? "");
    })
    .toBe(true);
  await sendKeys(server, pane, "C-l", { limit: soon() });
  await expect.poll(async () => (await shown(server, pane)).at(-1)).toMatch(PROMPT);
}

/** Types without Enter. */
async function begin(server: Server, pane: string, text: string): Promise<void> {
  await sendKeys(server, pane, text, { literal: true, limit: soon() });
  await expect.poll(async () => (await shown(server, pane)).join("")).toContain(text);
}

describe.each(installed(Object.keys(SHELLS) as Shell[]))("in %s", (shell) => {
  test("a line someone had begun gives way, and the screen shows nothing of ours", async ({ server }) => {
    const pane = await shellIn(server, SHELLS[shell]);
    const prompt = (await shown(server, pane)).at(-1) ?? "";

    for (const word of ["first", "again"]) {
      await begin(server, pane, `echo begun-${word} and not finished`);
      expect(await run(server, pane, `echo ${word}`)).toMatchObject({ exit_status: 0, output: [word] });
    }

    const rows = (await shown(server, pane)).filter((row) => row !== "");
    expect(rows).toEqual([`${prompt} echo first`, "first", `${prompt} echo again`, "again", prompt]);
  });

  test("behind a line that goes on, nothing of the command is run", async ({ server, sockets }) => {
    const pane = await shellIn(server, SHELLS[shell]);
    const trace = `${sockets.folder}/trace`;

    for (const known of [false, true]) {
      if (known) await run(server, pane, "true");
      await sendKeys(server, pane, "echo a \\", { enter: true, literal: true, limit: soon() });
      await expect(run(server, pane, `touch ${trace}`)).rejects.toMatchObject({ errorType: "ShellNotReady" });
      expect(existsSync(trace)).toBe(false);
    }
    expect(await run(server, pane, "echo yes")).toMatchObject({ exit_status: 0, output: ["yes"] });
  });

  test("a screen that a program left behind is no obstacle", async ({ server }) => {
    const pane = await shellIn(server, SHELLS[shell]);
    await sendKeys(server, pane, "printf '\\033[?1049h'", { enter: true, literal: true, limit: soon() });
    const alternate = [`display-message -p -t ${pane} '#{alternate_on} #{cursor_x}'`];
    await expect.poll(async () => (await server.read(alternate, soon()))[0]).toBe("1 2\n");

    for (const word of ["one", "two"])
      expect(await run(server, pane, `echo ${word}; sh -c 'exit 3'`)).toMatchObject({
        exit_status: 3,
        output: [word],
      });

    expect((await shown(server, pane)).join("\n")).not.toMatch(OURS);
  });

  test("a pane of a few short rows shows nothing of ours", async ({ server }) => {
    const [width, height] = shell === "fish" ? [30, 6] : [20, 5];
    const pane = await shellIn(server, SHELLS[shell], width, height);

    for (const word of ["one", "two", "three"])
      expect(await run(server, pane, `echo ${word}`)).toMatchObject({ exit_status: 0, output: [word] });

    expect((await shown(server, pane)).join("\n")).not.toMatch(OURS);
  });
});

describe.each(installed(["bash", "zsh"] as const))("in %s", (shell) => {
  test("the output has the traces of the command and none of ours", async ({ server }) => {
    const pane = await shellIn(server, SHELLS[shell]);
    await enter(server, pane, "PS4='+ '; set -x");

    const { output } = await run(server, pane, "echo hi; false");

    expect(output.map((row) => row.replace(/^\++ /, "+ "))).toEqual(["+ echo hi", "hi", "+ false"]);
  });

  test("where an error ends the shell, it ends that of the command and not the person's", async ({
    server,
  }) => {
    const pane = await shellIn(server, SHELLS[shell]);
    await enter(server, pane, "set -e");

    expect(await run(server, pane, "echo one; (exit 7); echo two")).toMatchObject({
      exit_status: 7,
      output: ["one"],
    });
    expect(await run(server, pane, "case $- in *e*) echo still;; esac")).toMatchObject({ output: ["still"] });
  });

  test.for<[string, string]>([
    ["aliases", "alias read='echo R' eval='echo E' printf='echo P' unset='echo U'"],
    ["functions", "read() { echo R; }; eval() { echo E; }; printf() { echo P; }"],
  ])("%s named like builtins do not come in between", async ([, line], { server }) => {
    const pane = await shellIn(server, SHELLS[shell]);
    await enter(server, pane, line);

    for (const word of ["one", "two"])
      expect(await run(server, pane, `echo ${word}; exit 5`)).toMatchObject({
        exit_status: 5,
        output: [word],
      });

    expect((await capture(server, pane, {}, soon())).join("\n")).not.toMatch(OURS);
  });

  test("variables that must be set are no obstacle", async ({ server }) => {
    const pane = await shellIn(server, SHELLS[shell]);
    await enter(server, pane, "unset HISTCONTROL HISTIGNORE; set -u");

    for (const word of ["one", "two"])
      expect(await run(server, pane, `echo ${word}`)).toMatchObject({ exit_status: 0, output: [word] });
    expect(await run(server, pane, "echo $nothing_of_this_name")).toMatchObject({ exit_status: 1 });

    expect((await capture(server, pane, {}, soon())).join("\n")).not.toMatch(OURS);
    if (shell === "bash") expect((await run(server, pane, "history")).output.join("\n")).not.toMatch(OURS);
  });

  test("a syntax error is reported with the words of the command alone", async ({ server }) => {
    const pane = await shellIn(server, SHELLS[shell]);

    const { exit_status, output, reason } = await run(server, pane, "echo a)");

    expect(exit_status).toBeGreaterThan(0);
    expect(reason).toContain("could not read");
    expect(output.join("\n")).not.toMatch(/unset|__/);
  });
});

describe.each(installed(Object.keys(SHELLS) as Shell[]))("in %s", (shell) => {
  test("a call that is cancelled at any moment leaves a shell that reads", async ({ server }) => {
    const pane = await shellIn(server, SHELLS[shell]);

    for (let turns = 0; turns < 60; turns += 3) {
      // Where the prompt is not as it was, the command is typed in two steps.
      await begin(server, pane, `half-${turns}`);
      const cancel = new AbortController();
      const running = runCommand(server, pane, {
        command: "true",
        timeoutMs: 10_000,
        signal: cancel.signal,
      }).catch(() => "cancelled");
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      cancel.abort();
      await running;
      await expect
        .poll(async () => (await run(server, pane, "echo usable").catch(() => undefined))?.output)
        .toEqual(["usable"]);
    }
  });
});

test("what a person's traps say in bash is no output of the command", async ({ server, pane }) => {
  await run(server, pane, "true");
  await enter(server, pane, "trap 'echo DBG' DEBUG; trap 'echo ERR' ERR");

  expect(await run(server, pane, "echo hi; false")).toMatchObject({ exit_status: 1, output: ["hi"] });
});

test("a prompt of wide characters stays whole behind a line someone had begun", async ({ server }) => {
  const shell = "env PS1='中❯🐙\n$ ' bash --norc --noprofile";
  const pane = await shellIn(server, shell);
  await sendKeys(server, pane, "PS1='中❯🐙 '", { enter: true, literal: true, limit: soon() });
  await expect.poll(async () => (await shown(server, pane)).at(-1)).toBe("中❯🐙");
  await begin(server, pane, "echo 中");

  expect(await run(server, pane, "echo mine")).toMatchObject({ exit_status: 0, output: ["mine"] });

  expect((await shown(server, pane)).slice(-3)).toEqual(["中❯🐙 echo mine", "mine", "中❯🐙"]);
});

test("a line whose beginning was gone back to gives way as well", async ({ server, pane }) => {
  await run(server, pane, "true");
  await begin(server, pane, "echo begun");
  await sendKeys(server, pane, "C-a", { limit: soon() });
  const column = [`display-message -p -t ${pane} '#{cursor_x}'`];
  await expect.poll(async () => (await server.read(column, soon()))[0]).toBe("2\n");

  expect(await run(server, pane, "echo mine")).toMatchObject({ exit_status: 0, output: ["mine"] });
});

if (installed(["fish"]).length > 0) {
  test.for(["if true; echo x", "end", 'echo "open', "echo x)"])(
    "fish says with a status that it could not read %j",
    async (command, { server }) => {
      const pane = await shellIn(server, SHELLS.fish);

      const { exit_status, reason, output } = await run(server, pane, command);

      expect(exit_status).toBeGreaterThan(0);
      expect(reason).toContain("could not read");
      expect(output.join("\n")).not.toContain("argv");
    },
  );

  test("a command in fish has no arguments, and may begin with a dash", async ({ server }) => {
    const pane = await shellIn(server, SHELLS.fish);

    expect(await run(server, pane, 'count $argv; echo "[$argv]"')).toMatchObject({ output: ["0", "[]"] });
    expect(await run(server, pane, "-x")).toMatchObject({ exit_status: 127 });
  });
}
