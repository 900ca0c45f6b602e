import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Finding } from "../../src/cli/checks/check.ts";
import { folder, terminal } from "./terminal.ts";

/** A PATH with just these programs, each a script that prints the given text. */
function programs(named: Readonly<Record<string, string>>): string {
  const bin = folder();
  symlinkSync("/bin/sh", join(bin, "sh"));
  for (const [name, prints] of Object.entries(named))
    writeFileSync(join(bin, name), `#!/bin/sh\necho '${prints}'\n`, { mode: 0o755 });
  return bin;
}

const HEALTHY = { tmux: "tmux 3.4", bash: "" };

function patient(
  world: Parameters<typeof terminal>[0] = {},
  named: Readonly<Record<string, string>> = HEALTHY,
) {
  const environment = { PATH: programs(named), TMUX_TMPDIR: folder(), ...world.environment };
  const at = terminal({ ...world, environment });
  const examine = async (...argv: string[]) => {
    const { code, out } = await at.type("doctor", "--json", ...argv);
    return { code, findings: JSON.parse(out) as Finding[] };
  };
  return { ...at, examine };
}

const about = (findings: readonly Finding[], check: string) =>
  findings.filter((finding) => finding.check === check);

test("a healthy machine passes, and says what was looked at", async () => {
  const { code, out, err } = await patient().type("doctor");

  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("tmux 3.4");
  expect(out).toContain("no server yet");
  expect(out.trimEnd().endsWith("Nothing has to be mended.")).toBe(true);
});

test("every finding that is not in order comes with a line to paste", async () => {
  const { findings } = await patient({}, {}).examine();

  const open = findings.filter(({ status, says }) => status !== "ok" && !says.includes("Antigravity"));
  expect(open.length).toBeGreaterThan(3);
  for (const finding of open) expect(finding).toHaveProperty("fix", expect.stringMatching(/\S/));
});

describe("tmux", () => {
  test.for([
    [{ bash: "" }, "problem", "not where it is looked for"],
    [{ bash: "", tmux: "tmux 2.9" }, "problem", "too old"],
    [{ bash: "", tmux: "tmux 3.2a" }, "warning", "waits are slower"],
    [{ bash: "", tmux: "tmux next-3.6" }, "ok", "tmux 3.6"],
    [{ bash: "", tmux: "something else" }, "problem", "unknown version"],
  ] as const)("%j is a %s", async ([named, status, says]) => {
    const { code, findings } = await patient({}, named).examine();

    expect(about(findings, "tmux")[0]).toMatchObject({ status, says: expect.stringContaining(says) });
    expect(code).toBe(status === "problem" ? 1 : 0);
  });

  test.for([
    ["apk", "sudo apk add tmux"],
    ["brew", "brew install tmux"],
    ["dnf", "sudo dnf install -y tmux"],
  ])("is installed with %s where that is what there is", async ([manager = "", fix]) => {
    const { findings } = await patient({}, { bash: "", [manager]: "" }).examine();

    expect(about(findings, "tmux")[0]).toMatchObject({ fix });
  });

  test("is looked for where the settings say", async () => {
    const bin = programs({ mytmux: "tmux 3.5a" });

    const { findings } = await patient({}, { bash: "" }).examine(
      "--tmux-bin",
      `${bin}/mytmux`,
      "--socket",
      "work",
    );

    expect(about(findings, "tmux").map(({ says }) => says)).toEqual([
      `tmux 3.5a (${bin}/mytmux)`,
      expect.stringMatching(/^socket .*\/work: no server yet/),
    ]);
  });

  test("says when a server listens, and that our own pane is safe", async () => {
    const path = join(folder(), "socket");
    const server = createServer().listen(path);
    await new Promise((resolve) => server.once("listening", resolve));
    onTestFinished(() => void server.close());

    const { findings } = await patient({ environment: { TMUX: `${path},1,0`, TMUX_PANE: "%7" } }).examine();

    expect(about(findings, "tmux")[1]?.says).toBe(
      `socket ${path}: a server listens; this is its pane %7, which agents cannot change`,
    );
  });
});

describe("the state folder", () => {
  test("that others can open is a problem, with the line that closes it", async () => {
    const stateDir = join(folder(), "my state");
    mkdirSync(stateDir);
    chmodSync(stateDir, 0o755);

    const { code, findings } = await patient().examine("--state-dir", stateDir);

    expect(code).toBe(1);
    expect(about(findings, "state")).toMatchObject([{ status: "problem", fix: `chmod 700 '${stateDir}'` }]);
    expect(statSync(stateDir).mode & 0o777).toBe(0o755);
  });

  test("that cannot be made is a problem", async () => {
    const { code, findings } = await patient().examine("--state-dir", "/dev/null/state");

    expect(code).toBe(1);
    expect(about(findings, "state")).toMatchObject([
      { status: "problem", says: expect.stringContaining("ENOTDIR") },
    ]);
  });

  test("with a token others can read is a problem", async () => {
    const { examine, type, home } = patient();
    await type("token");
    const token = join(home, ".local/state/termgate/tokens/main.json");
    chmodSync(token, 0o644);

    const { code, findings } = await examine();

    expect(code).toBe(1);
    expect(about(findings, "state")[1]).toMatchObject({ fix: `chmod 600 ${token}` });
  });
});

describe("clients", () => {
  test("that have us, lack us, cannot start us or are broken are told apart", async () => {
    const { examine, home, type } = patient({ script: "/nowhere/main.js" });
    await type("install", "gemini", "--yes");
    mkdirSync(join(home, ".cursor"));
    writeFileSync(
      join(home, ".cursor/mcp.json"),
      `{"mcpServers": {"termgate": {"url": "http://127.0.0.1:8787/mcp"}}}`,
    );
    writeFileSync(join(home, ".claude.json"), "{");
    mkdirSync(join(home, ".codex"));

    const { code, findings } = await examine();

    expect(code).toBe(1);
    expect(
      about(findings, "clients").map(({ status, says, fix }) => [status, says.split(" ")[0], fix]),
    ).toEqual([
      ["warning", "Claude", undefined],
      ["note", "Codex", "termgate install codex"],
      ["ok", "Cursor", undefined],
      ["problem", "Gemini", "termgate install gemini --yes"],
    ]);
  });
});

test("settings that cannot be read are findings, not a crash", async () => {
  const { examine, cwd } = patient({ environment: { TERMGATE_SAFETY: "s3cret", TERMGATE_SAFTY: "x" } });
  writeFileSync(join(cwd, "termgate.toml"), "= s3cret");

  const { code, findings } = await examine();

  expect(code).toBe(1);
  expect(
    about(findings, "settings")
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(["ok", "problem", "warning", "warning"]);
  expect(JSON.stringify(findings)).not.toContain("s3cret");
});

test("agents are found without starting them", async () => {
  const { findings } = await patient({}, { ...HEALTHY, claude: "started" }).examine();

  expect(about(findings, "agents").map(({ status }) => status)).toEqual(["ok", "note", "note", "note"]);
  expect(JSON.stringify(findings)).not.toContain("started");
});
