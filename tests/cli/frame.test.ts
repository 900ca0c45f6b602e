import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { run } from "../../src/cli/run.ts";
import { folder, terminal } from "./terminal.ts";

describe("help", () => {
  test("teaches by example and lists every command and exit code", async () => {
    const { code, out, err } = await terminal().type("--help");

    expect([code, err]).toEqual([0, ""]);
    for (const name of Object.keys(COMMANDS)) expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
    expect(out).toContain("termgate install claude-code");
    expect(out).toMatch(/^ {2}2 +wrong command/m);
  });

  test.for(Object.keys(COMMANDS))("%s explains itself with examples, however it is asked", async (name) => {
    const { type } = terminal();

    const asked = [await type(name, "--help"), await type(name, "-h"), await type("help", name)];

    for (const { code, out } of asked) expect({ code, out }).toEqual({ code: 0, out: asked[0]?.out });
    expect(asked[0]?.out).toContain("Examples\n  termgate");
  });

  test("lists every setting", async () => {
    const { out } = await terminal().type("help", "settings");

    expect(out).toContain("--safety\n");
    expect(out).toContain("TERMGATE_SAFETY · safety · default mutating");
  });

  test("is plain for a pipe and for NO_COLOR, and coloured on a terminal", async () => {
    const coloured = await terminal({ isTTY: true }).type("--help");
    const plain = [
      await terminal().type("--help"),
      await terminal({ isTTY: true, environment: { NO_COLOR: "1" } }).type("--help"),
      await terminal({ isTTY: true, environment: { TERM: "dumb" } }).type("--help"),
    ];

    expect(coloured.out).toContain("\u001b[");
    for (const { out } of plain) expect(out).not.toContain("\u001b");
  });
});

test("the version is one line", async () => {
  expect(await terminal().type("--version")).toEqual({
    code: 0,
    out: expect.stringMatching(/^termgate \d+\.\d+\.\d+\n$/),
    err: "",
  });
});

test("every file beside the index is a command of its own name", async () => {
  const files = readdirSync("src/cli/commands").filter((file) => file !== "index.ts");

  expect(Object.keys(COMMANDS).toSorted()).toEqual(files.map((file) => file.replace(".ts", "")).toSorted());
  for (const [name, load] of Object.entries(COMMANDS)) expect((await load()).default.name).toBe(name);
});

describe("a slip of the fingers", () => {
  test.for([
    [["audti"], "Did you mean termgate audit?"],
    [["tokne", "list"], "Did you mean termgate token?"],
    [["tools", "--safty", "readonly"], "Did you mean --safety?"],
    [["audit", "--folow"], "Did you mean --follow?"],
    [["--profil=core"], "Did you mean --profile?"],
    [["--safty", "readonly"], "Did you mean --safety?"],
    [["tools", "--safety"], "--safety needs a value"],
    [["tools", "--safety", "--profile=core"], "--safety needs a value"],
    [["tools", "--self-guard=maybe"], "Switch it off with --no-self-guard"],
    [["audit", "verify", "now"], "audit takes at most 1"],
    [["audit", "verfy"], "audit knows one word: verify"],
    [["audit", "--since", "yesterday"], "--since wants a time"],
    [["audit", "--last", "0"], "--last wants a whole number"],
    [["zzzzzzzz"], "All of them: termgate --help"],
  ] as const)("%j is a usage error that names the right way", async ([argv, hint]) => {
    const { code, out, err } = await terminal().type(...argv);

    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(hint);
  });

  test("never has its value repeated", async () => {
    const { err } = await terminal().type("tools", "--tokn=s3cret", "--safety", "s3cret");

    expect(err).not.toContain("s3cret");
  });
});

describe("settings in force", () => {
  test("a mistyped tier is told and narrows", async () => {
    const { code, out, err } = await terminal().type("tools", "--safety", "destrutive");

    expect(code).toBe(0);
    expect(err).toBe(
      'termgate: warning: --safety wants one of readonly, mutating, destructive; "readonly" is used.\n',
    );
    expect(out).toContain("at the tier readonly");
  });

  test.for([["termgate.toml"], [".config/termgate/config.toml"]])(
    "a broken %s stops every command that would use it",
    async ([file = ""]) => {
      const home = folder();
      mkdirSync(join(home, ".config/termgate"), { recursive: true });
      writeFileSync(join(home, file), "safety = s3cret\n");

      const { code, out, err } = await terminal({ home, cwd: home }).type("tools");

      expect({ code, out }).toEqual({ code: 4, out: "" });
      expect(err).toContain(`${file} is not valid TOML (line 1`);
      expect(err).not.toContain("s3cret");
    },
  );

  test("a folder in place of a settings file stops the start", async () => {
    const cwd = folder();
    mkdirSync(join(cwd, "termgate.toml"));

    const { code, err } = await terminal({ cwd }).type("tools");

    expect(code).toBe(4);
    expect(err).toContain("termgate.toml cannot be read");
  });

  test("the state folder is made for its owner alone", async () => {
    const { type, home } = terminal();

    await type("token");

    expect(statSync(join(home, ".local/state/termgate")).mode & 0o777).toBe(0o700);
  });

  test("a state folder others can read is closed", async () => {
    const stateDir = folder();
    mkdirSync(join(stateDir, "state"), { mode: 0o755 });

    await terminal().type("token", "--state-dir", join(stateDir, "state"));

    expect(statSync(join(stateDir, "state")).mode & 0o777).toBe(0o700);
  });

  test("a state folder that cannot be made is one clear line and its own exit code", async () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");

    const { code, out, err } = await terminal({ environment: { TERMGATE_STATE_DIR: `${file}/state` } }).type(
      "token",
    );

    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toMatch(/^termgate: The state folder .*file\/state cannot be used \(ENOTDIR\)\.\n/);
  });
});

test("no command line crashes the program", async () => {
  const { io } = terminal();
  // `stdio` and `http` would go on to serve, and the rest of the words are free.
  const word = fc.oneof(
    fc.constantFrom(
      "tools",
      "audit",
      "token",
      "help",
      "verify",
      "list",
      "--",
      "-",
      "--json",
      "--last",
      "--since=1h",
      "--help",
    ),
    fc.string().map((text) => `--${text}`),
    fc.string({ minLength: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("tools", "audit", "token", "help", "nonsense"),
      fc.array(word, { maxLength: 4 }),
      async (first, rest) => {
        expect([0, 1, 2]).toContain(await run([first, ...rest], io));
      },
    ),
    { numRuns: 150 },
  );
});
