import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { folder } from "./terminal.ts";

const PROGRAM = join(import.meta.dirname, "../../dist/main.js");

beforeAll(() => {
  if (existsSync(PROGRAM)) return;
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(built.stderr);
});

function world(more: Readonly<Record<string, string>> = {}) {
  const home = folder();
  return { home, cwd: home, env: { PATH: process.env["PATH"] ?? "", HOME: home, ...more } };
}

function termgate(argv: readonly string[], { cwd, env }: ReturnType<typeof world> = world(), input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], {
    cwd,
    env,
    input,
    encoding: "utf8",
    timeout: 15_000,
  });
  return { code: status, out: stdout, err: stderr };
}

const initialize = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "probe", version: "1" } },
})}\n`;

describe("the built program", () => {
  test("answers --version and --help on stdout alone", () => {
    expect(termgate(["--version"])).toEqual({ code: 0, out: expect.stringMatching(/^termgate \d/), err: "" });
    expect(termgate(["--help"])).toMatchObject({ code: 0, err: "" });
  });

  test("serves a client on stdin, writes only the protocol on stdout, and leaves when the client does", () => {
    const { code, out, err } = termgate(["--safety", "readonly"], world(), initialize);

    expect(code).toBe(0);
    expect(
      out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ jsonrpc: "2.0", id: 1, result: { serverInfo: { version: expect.any(String) } } }]);
    expect(err).toMatch(/ info termgate .* serves stdio\. safety=readonly profile=full /);
  });

  test.for(["SIGTERM", "SIGINT", "SIGHUP"] as const)("ends in order on %s", async (signal) => {
    const { cwd, env } = world();
    const child = spawn(process.execPath, [PROGRAM], { cwd, env });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdin.write(initialize);
    await once(child.stdout, "data");

    child.kill(signal);

    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("starts no server beside a broken project file", () => {
    const at = world();
    writeFileSync(join(at.cwd, "termgate.toml"), "safety = [");

    const { code, out, err } = termgate(["--safety", "destructive"], at, initialize);

    expect({ code, out }).toEqual({ code: 4, out: "" });
    expect(err).toContain("is not valid TOML");
  });

  test("does not wait for a pipe that stands in place of its settings", () => {
    const at = world();
    spawnSync("sh", ["-c", 'mkfifo "$0"', join(at.cwd, "termgate.toml")]);

    expect(termgate([], at, initialize)).toMatchObject({
      code: 4,
      out: "",
      err: expect.stringContaining("not a regular file"),
    });
  });

  test("says in one line that its state folder cannot be used", () => {
    expect(termgate([], world({ TERMGATE_STATE_DIR: "/dev/null/x" }), initialize)).toMatchObject({
      code: 3,
      out: "",
      err: expect.stringMatching(/^termgate: The state folder \/dev\/null\/x cannot be used \(ENOTDIR\)\.\n/),
    });
  });

  test("serves on when nobody reads its log", () => {
    const { cwd, env } = world();

    const { status, stdout } = spawnSync("sh", ["-c", `"${process.execPath}" "${PROGRAM}" 2>&-`], {
      cwd,
      env,
      input: initialize,
      encoding: "utf8",
    });

    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: {} });
  });

  test("keeps its compiled code in the person's own cache", () => {
    const at = world();

    termgate(["--version"], at);

    expect(readdirSync(join(at.home, ".cache/termgate"))).not.toEqual([]);
  });

  test("ends quietly when nobody reads on", () => {
    const { cwd, env } = world();

    const { status, stderr } = spawnSync(
      "sh",
      ["-c", `"${process.execPath}" "${PROGRAM}" help settings | true`],
      { cwd, env, encoding: "utf8" },
    );

    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("has nothing in its first file that an old Node could not read", () => {
    const text = readFileSync(PROGRAM, "utf8");

    // A name that is missing from a built-in module stops an old Node before its first statement.
    expect(text.match(/^import .*$/gm)?.every((line) => /^import \w+ from "node:/.test(line))).toBe(true);
    expect(text).toContain("needs Node");
  });
});

test("programs that start at the same time agree on one token", async () => {
  const { cwd, env } = world();

  const tokens = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, [PROGRAM, "token"], { cwd, env });
      const [chunk] = (await once(child.stdout, "data")) as [Buffer];
      await once(child, "close");
      return chunk.toString();
    }),
  );

  expect(new Set(tokens).size).toBe(1);
});

describe("termgate http", () => {
  async function served(...argv: string[]) {
    const at = world();
    const child = spawn(process.execPath, [PROGRAM, "http", "--bind", "127.0.0.1:0", ...argv], {
      cwd: at.cwd,
      env: at.env,
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    await expect.poll(() => /listens on (\S+)/.exec(err)?.[1], { timeout: 10_000 }).toBeDefined();
    const url = /listens on (\S+)/.exec(err)?.[1] ?? "";
    const post = (token?: string) =>
      fetch(url, {
        method: "POST",
        body: initialize,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      });
    return { ...at, child, post };
  }

  test("lets in who has the token, sees a revoked one at once, and ends on SIGTERM", async () => {
    const { child, post, ...at } = await served();
    const main = termgate(["token"], at).out.trim();
    const added = termgate(["token", "add", "--name", "ci"], at).out.trim();

    expect((await post()).status).toBe(401);
    expect((await post("tg_wrong")).status).toBe(401);
    expect((await post(main)).status).toBe(200);
    expect((await post(added)).status).toBe(200);
    termgate(["token", "revoke", "ci"], at);
    expect((await post(added)).status).toBe(401);

    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("needs no token with --no-auth on a loopback address", async () => {
    const { post } = await served("--no-auth", "--stateless");

    expect((await post()).status).toBe(200);
  });

  test.for([
    [["--bind", "0.0.0.0:0"], "--allow-non-loopback"],
    [["--bind", "0.0.0.0:0", "--allow-non-loopback", "--no-auth"], "--no-auth"],
    [["--bind", "nonsense"], "host:port"],
  ] as const)("%j is refused with what to do", ([argv, hint]) => {
    const { code, out, err } = termgate(["http", ...argv]);

    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(hint);
  });
});
