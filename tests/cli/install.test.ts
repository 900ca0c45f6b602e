import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { PassThrough } from "node:stream";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { examples } from "../../src/cli/clients/examples.ts";
import { CLIENTS } from "../../src/cli/clients/index.ts";
import { readTree } from "../../src/cli/edit/jsonc-tree.ts";
import { folder, terminal } from "./terminal.ts";

const client = (name: string) => {
  const found = CLIENTS.find((one) => one.name === name);
  if (!found) throw new Error(`no client ${name}`);
  return found;
};

const parsed = (path: string): Record<string, any> => {
  const text = readFileSync(path, "utf8");
  return (path.endsWith(".toml") ? parse(text) : readTree(text).value) as Record<string, any>;
};

function at(name: string, world: Parameters<typeof terminal>[0] = {}, before?: string) {
  const screen = terminal(world);
  const file = client(name).file(screen.io);
  if (before !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, before);
  }
  return { ...screen, file };
}

const backups = (file: string) => readdirSync(dirname(file)).filter((name) => name.endsWith(".bak"));

describe.for(CLIENTS.map(({ name, servers }) => ({ name, servers })))("$name", ({ name, servers }) => {
  test("gets an entry that starts this program, beside what it had", async () => {
    const mine =
      name === "codex"
        ? `# mine\n[${servers}.other]\ncommand = "x"\n`
        : `{ // mine\n  "${servers}": { "other": { "command": "x" } }\n}\n`;
    const { type, file } = at(name, {}, mine);

    const { code, out } = await type("install", name, "--yes");

    expect(code).toBe(0);
    expect(parsed(file)[servers]).toEqual({
      other: { command: "x" },
      termgate: expect.objectContaining({ command: "/usr/bin/node", args: ["/opt/termgate/dist/main.js"] }),
    });
    expect(readFileSync(file, "utf8")).toContain("mine");
    expect(out).toContain(`Wrote ${file}.`);
    expect(backups(file).map((backup) => readFileSync(join(dirname(file), backup), "utf8"))).toEqual([mine]);
  });

  test("is left alone the second time, and as it was after --remove", async () => {
    const mine =
      name === "codex" ? `model = "o9"\n` : `{\n  "a": 1,\n  "${servers}": {\n    "b": {}\n  }\n}\n`;
    const { type, file } = at(name, {}, mine);
    await type("install", name, "--yes");

    const again = await type("install", name, "--yes");
    const removed = await type("install", name, "--remove", "--yes");
    const removedAgain = await type("install", name, "--remove", "--yes");

    expect(again).toMatchObject({ code: 0, out: expect.stringContaining("already has exactly this") });
    expect(removed.code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(mine);
    expect(removedAgain).toMatchObject({ code: 0, out: expect.stringContaining("nothing to take out") });
    expect(backups(file)).toHaveLength(2);
  });

  test("gets the token over HTTP in a file nobody else reads, and the screen does not show it", async () => {
    const { type, file } = at(name);
    const token = (await type("token")).out.trim();

    const { code, out, err } = await type("install", name, "--http", "--yes");

    expect(code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain(token);
    expect(readFileSync(file, "utf8")).toContain("http://127.0.0.1:8787/mcp");
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(out + err).not.toContain(token);
  });

  test("is closed to others when a token goes into a file they could read", async () => {
    const { type, file } = at(name, {}, name === "codex" ? "" : "{}");
    chmodSync(file, 0o644);

    await type("install", name, "--http", "--yes");

    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const backup of backups(file)) expect(statSync(join(dirname(file), backup)).mode & 0o077).toBe(0);
  });

  test("has its own file on each system", () => {
    const place = { home: "/home/ada", environment: {} };
    const files = (["linux", "darwin", "win32"] as const).map((platform) =>
      client(name).file({ platform, ...place }),
    );

    for (const file of files) expect(file.startsWith("/home/ada/")).toBe(true);
  });
});

describe("termgate install", () => {
  test("shows the change and writes on a yes", async () => {
    const { type, file } = at(
      "cursor",
      { isTTY: true, types: "y\n", environment: { NO_COLOR: "1" } },
      '{\n  "a": 1\n}\n',
    );

    const { code, out } = await type("install", "cursor");

    expect(code).toBe(0);
    expect(out).toContain(`${file}\n  {\n-   "a": 1\n+   "a": 1,\n+   "mcpServers": {`);
    expect(parsed(file)["mcpServers"]).toHaveProperty("termgate");
  });

  test.for(["n\n", "\n", "", "yeah\n"])("writes nothing when the answer is %j", async (types) => {
    const { type, file } = at("cursor", { isTTY: true, types });

    const { code, err } = await type("install", "cursor");

    expect(code).toBe(1);
    expect(err).toContain("nothing was written");
    expect(existsSync(file)).toBe(false);
  });

  test("writes nothing when there is nobody to ask", async () => {
    const { type, file } = at("cursor");

    expect(await type("install", "cursor")).toMatchObject({ code: 1, err: expect.stringContaining("--yes") });
    expect(existsSync(file)).toBe(false);
  });

  test("only prints with --print", async () => {
    const { type, file } = at("codex");

    const { code, out } = await type("install", "codex", "--print");

    expect(code).toBe(0);
    expect(parse(out)).toEqual({
      mcp_servers: { termgate: { command: "/usr/bin/node", args: ["/opt/termgate/dist/main.js"] } },
    });
    expect(existsSync(file)).toBe(false);
  });

  test.for([
    [
      "claude-code",
      "claude mcp add --scope user termgate -- /usr/bin/node '/opt/my tools/main.js' --safety=readonly",
    ],
    ["codex", "codex mcp add termgate -- /usr/bin/node '/opt/my tools/main.js' --safety=readonly"],
    [
      "gemini",
      "gemini mcp add --scope user termgate /usr/bin/node '/opt/my tools/main.js' --safety=readonly",
    ],
    ["windsurf", "/usr/bin/node '/opt/my tools/main.js' --safety=readonly install windsurf --yes"],
  ] as const)("prints the one line that connects %s", async ([name, line]) => {
    const { type, file } = at(name, { script: "/opt/my tools/main.js" });

    expect(await type("install", name, "--line", "--safety", "readonly")).toEqual({
      code: 0,
      out: `${line}\n`,
      err: "",
    });
    expect(existsSync(file)).toBe(false);
  });

  test.for(["cursor", "vscode"])("prints a line for %s that holds the whole entry", async (name) => {
    const { out } = await at(name).type("install", name, "--line");

    const config = /config=([^&]+)/.exec(out)?.[1];
    const entry = config
      ? Buffer.from(decodeURIComponent(config), "base64").toString()
      : /'(.*)'/.exec(out)?.[1];
    expect(JSON.parse(entry ?? "")).toMatchObject({
      command: "/usr/bin/node",
      args: ["/opt/termgate/dist/main.js"],
    });
  });

  test("only shows what --remove would take out with --print", async () => {
    const { type, file } = at("cursor");
    await type("install", "cursor", "--yes");
    const before = readFileSync(file, "utf8");

    const { code, out } = await type("install", "cursor", "--remove", "--print");

    expect(code).toBe(0);
    expect(out).toMatch(/^- .*"termgate"/m);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("writes settings given as flags into the entry", async () => {
    const { type, file } = at("cursor");

    await type("install", "cursor", "--yes", "--safety", "readonly", "--profile=core", "--no-self-guard");

    expect(parsed(file)["mcpServers"].termgate.args.slice(1)).toEqual([
      "--safety=readonly",
      "--profile=core",
      "--no-self-guard",
    ]);
  });

  test("refuses to write down a mistyped setting", async () => {
    const { type, file } = at("cursor");

    expect((await type("install", "cursor", "--yes", "--safety", "readnly")).code).toBe(2);
    expect(existsSync(file)).toBe(false);
  });

  test("keeps what the person added to the entry, and drops what belonged to the other door", async () => {
    const { type, file } = at(
      "cursor",
      {},
      '{"mcpServers": {"termgate": {"url": "http://old", "headers": {}, "env": {"A": "1"}}}}',
    );

    await type("install", "cursor", "--yes");

    expect(parsed(file)["mcpServers"].termgate).toEqual({
      command: "/usr/bin/node",
      args: ["/opt/termgate/dist/main.js"],
      env: { A: "1" },
    });
  });

  test("goes through npx when it was itself started by npx", async () => {
    const { type, file } = at("cursor", {
      script: "/home/ada/.npm/_npx/1a/node_modules/termgate/dist/main.js",
    });

    await type("install", "cursor", "--yes");

    expect(parsed(file)["mcpServers"].termgate).toEqual({ command: "npx", args: ["-y", "termgate"] });
  });

  test("changes the file a link leads to, and keeps the link and the mode", async () => {
    const { type, file } = at("cursor");
    const real = join(folder(), "mcp.json");
    writeFileSync(real, "{}\n", { mode: 0o640 });
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(real, file);

    await type("install", "cursor", "--yes");

    expect(parsed(real)["mcpServers"]).toHaveProperty("termgate");
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(readdirSync(dirname(file))).toEqual(["mcp.json"]);
  });

  test("leaves a file alone that somebody else changed while it asked", async () => {
    const { type, file, io, seen } = at("cursor", { isTTY: true }, "{}\n");
    const running = type("install", "cursor");
    await expect.poll(() => seen.err).toContain("Write this?");

    writeFileSync(file, '{"theirs": true}\n');
    (io.stdin as PassThrough).end("y\n");

    expect(await running).toMatchObject({
      code: 1,
      err: expect.stringContaining("changed by somebody else"),
    });
    expect(readFileSync(file, "utf8")).toBe('{"theirs": true}\n');
  });

  test("leaves a broken file alone and says how to go on", async () => {
    const { type, file } = at("vscode", {}, '{"servers": ');

    const { code, err } = await type("install", "vscode", "--yes");

    expect(code).toBe(1);
    expect(err).toContain("was left alone: it is not valid JSON");
    expect(err).toContain("termgate install vscode --print");
    expect(readFileSync(file, "utf8")).toBe('{"servers": ');
    expect(backups(file)).toEqual([]);
  });

  test("names the nearest client", async () => {
    expect(await terminal().type("install", "cursr")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Did you mean cursor?"),
    });
    expect(await terminal().type("install")).toMatchObject({ code: 2 });
  });
});

describe("examples", () => {
  test("hold both doors of every client, and each can be read", () => {
    const files = examples();

    expect(files.size).toBe(CLIENTS.length * 2 + 1);
    for (const [path, text] of files) {
      if (path === "README.md") continue;
      const config = (path.endsWith(".toml") ? parse(text) : JSON.parse(text)) as Record<string, any>;
      expect(config[client(dirname(path)).servers]).toHaveProperty("termgate");
    }
  });

  test("are linked from their page", () => {
    const files = examples();
    const links = [...(files.get("README.md") ?? "").matchAll(/\]\(([^)]+)\)/g)].map(([, link]) =>
      String(link),
    );

    expect(links.toSorted()).toEqual([...files.keys()].filter((path) => path !== "README.md").toSorted());
  });
});

test("every file beside the index is a client of its own name", () => {
  const files = readdirSync("src/cli/clients").filter(
    (file) => !["index.ts", "client.ts", "examples.ts"].includes(file),
  );

  expect(CLIENTS.map(({ name }) => `${name}.ts`)).toEqual(files.toSorted());
});

describe("presets", () => {
  test("are offered in one sentence each, and one that is chosen goes into the entry", async () => {
    const { type, file } = at("claude-code");

    const first = await type("install", "claude-code", "--yes");
    for (const name of ["developer", "devops", "restrictive"]) {
      expect(first.out).toMatch(new RegExp(`--shell-preset ${name}\n    [A-Z].+\\.\n`));
    }

    const second = await type("install", "claude-code", "--yes", "--shell-preset", "restrictive");
    expect(second.out).not.toContain("--shell-preset developer");
    expect(JSON.stringify(parsed(file))).toMatch(/shell-preset[^,]*restrictive|shell-preset","restrictive/);
  });
});
