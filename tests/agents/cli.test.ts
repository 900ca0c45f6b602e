import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { terminal } from "../cli/terminal.ts";
import { fakeProgram, type Habits } from "./fake-stage.ts";

const SCREENS = fileURLToPath(new URL("./fixtures/screens/", import.meta.url));

test("classify tells what a captured screen means, from a file or a pipe", async () => {
  const { type } = terminal();
  const file = join(SCREENS, "claude-2.1.326", "dialog-permission-run@80x24.ansi");
  const { code, out } = await type("agents", "classify", "claude", file, "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    state: "blocked",
    reason: "permission_dialog",
    dialog: { kind: "permission", selected: "1" },
  });

  const piped = terminal({ types: "› hi\n\n• Hello\n\n› Ask Codex to do anything\n\n  gpt-5.5 · ~/x\n" });
  expect((await piped.type("agents", "classify", "codex", "-", "--title", "⠋ talk | x")).out).toContain(
    "busy",
  );
  expect((await type("agents", "classify", "nobody", file)).code).toBe(2);
  expect((await type("agents", "classify", "claude", "/no/such/file")).code).toBe(1);
});

test("drift names what is installed and what was recorded", async () => {
  const { type } = terminal({ environment: { PATH: "/nonexistent" } });
  const { code, out } = await type("agents", "drift");
  expect(code).toBe(0);
  expect(out).toMatch(/claude .*not installed \(2\.1\.197, 2\.1\.326\)/);
});

/** A person at a terminal with the stand-in installed and a tmux server of their own. */
function person(habits: Habits) {
  const { root, project, environment } = fakeProgram(habits);
  const socket = join(root, "tmux.sock");
  onTestFinished(() => {
    try {
      execFileSync("tmux", ["-S", socket, "kill-server"], { stdio: "pipe" });
    } catch {
      // Ended with its last window.
    }
    rmSync(root, { recursive: true, force: true });
  });
  const settings = {
    TERMGATE_SOCKET_PATH: socket,
    TERMGATE_STATE_DIR: join(root, "state"),
    TERMGATE_AGENTS_VARIABLES: "FAKE_TUI,TERMGATE_TEST_RUN",
  };
  const at = (more: Record<string, string>) =>
    terminal({ home: root, cwd: project, environment: { ...environment, ...settings, ...more } });
  return { ...at({}), insideOf: (server: string) => at({ TMUX: `${server},1,0` }), socket };
}

test("prompt prints the words alone and leaves no agent", async () => {
  const { type } = person({});
  const { code, out } = await type("prompt", "say something");
  expect({ code, out }).toEqual({ code: 0, out: "got say something\n" });
  expect((await type("agents")).out).toBe("No agent is running.\n");
  expect((await type("prompt", "x", "--provider", "nobody")).code).toBe(2);
  expect((await type("prompt")).code).toBe(2);
});

test("prompt judges what it was given before anything is started", async () => {
  const { type, home } = person({});
  const wrong = [
    ["prompt", "x", "--cwd", "no/such/folder"],
    ["prompt", "--file", "no-such-file"],
    ["prompt", "x", "--timeout", "0"],
    ["prompt", "x", "--provider", "agy", "--model", "some"],
  ];
  for (const words of wrong) {
    const { code, err } = await type(...words);
    expect({ words, code }).toEqual({ words, code: 2 });
    expect(err).not.toContain("unexpected");
  }
  expect((await type("agents", "--all")).out).toBe("No agent is running.\n");
  expect(existsSync(join(home, "tmux.sock"))).toBe(false);
});

test("prompt takes a folder by its name from here, the preset's model, and tells the phases on stderr", async () => {
  const { type, cwd } = person({});
  mkdirSync(join(cwd, "inner"));
  const { code, err } = await type("prompt", "say something", "--cwd", "inner", "--keep");
  expect(code).toBe(0);
  expect(err).toMatch(/^starting$[^]*^ready$/m);
  const [{ agent }] = JSON.parse((await type("agents", "--json")).out);
  expect(agent).toMatchObject({ cwd: join(cwd, "inner"), model: "opus" });
  await type("agents", "kill", agent.id);
});

test("an agent that was kept is listed, shown, answered, attached to and ended", async () => {
  const { type, insideOf, socket } = person({ dialogEvery: 1 });
  const asked = await type("prompt", "may I", "--keep");
  expect(asked.code).toBe(5);
  expect(asked.err).toContain("permission_dialog");
  const [, id = ""] = /agent (\S+)/.exec(asked.err) ?? [];

  expect((await type("agents")).out).toMatch(
    new RegExp(`${id.slice(0, 8)} +claude +blocked .*Do you want to proceed\\?`),
  );
  expect(JSON.parse((await type("agents", "--json")).out)).toMatchObject([
    { agent: { id, state: "blocked" } },
  ]);
  expect((await type("agents", "show", id.slice(0, 6))).out).toContain("1. Yes");
  expect((await type("attach", id)).out).toMatch(
    /^tmux -u -S \S+ attach-session -t =termgate-claude-\S+:\n$/,
  );
  const elsewhere = await insideOf("/some/other/server").type("attach", id);
  expect(elsewhere.out).toMatch(/^env -u TMUX tmux -u -S \S+ attach-session /);
  expect((await insideOf(socket).type("attach", id)).out).toMatch(/^tmux -u -S \S+ switch-client /);
  expect((await type("agents", "answer", id, "No")).out).toBe("Chose 2. No\n");
  expect((await type("agents", "interrupt", id)).out).toBe("Nothing was running.\n");
  expect((await type("agents", "kill", id)).out).toBe("Ended.\n");
  expect((await type("agents", "kill", id)).out).toBe("It was gone already.\n");
  expect((await type("agents", "show", "zzzz")).code).toBe(1);
});

test("a registry that is no database is named, with what to do about it", async () => {
  const { type, home } = person({});
  const file = join(home, "state", "agents.sqlite3");
  mkdirSync(dirname(file), { mode: 0o700 });
  writeFileSync(file, "something else entirely ".repeat(100));
  const { code, err } = await type("agents");
  expect(code).toBe(1);
  expect(err).toContain(file);
  expect(err).toContain("Move that file away");
  expect(err).not.toContain("unexpected");
});

test("a program that is not there is told with those that are, before anything is started", async () => {
  const { type, home } = person({});
  const { code, err } = await type("prompt", "x", "--provider", "codex");
  expect(code).toBe(3);
  expect(err).toContain("Available now: claude.");
  expect(existsSync(join(home, "tmux.sock"))).toBe(false);
});

test.each(["user", "project"])(
  "a preset for an agent nobody knows stops the start and names those there are (%s file)",
  async (whose) => {
    const { type, home, cwd } = terminal();
    const file =
      whose === "user" ? join(home, ".config", "termgate", "config.toml") : join(cwd, "termgate.toml");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '[agents.preset.review]\nclaude = "opus"\nclaud = "opus"\n');
    const { code, err } = await type("prompt", "hello", "--provider", "claude");
    expect(code).toBe(4);
    expect(err).toContain("claude, codex, gemini");
    expect(err).not.toContain('"opus"');
    expect(readdirSync(home)).toEqual(whose === "user" ? [".config"] : []);
  },
);
