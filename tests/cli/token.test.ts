import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Tokens } from "../../src/store/tokens.ts";
import { folder, terminal } from "./terminal.ts";

describe("termgate token", () => {
  test("shows one token, the same each time, in a file for its owner alone", async () => {
    const { type, home } = terminal();

    const first = await type("token");
    const second = await type("token");

    expect(first).toEqual({ code: 0, out: expect.stringMatching(/^tg_[\w-]{43}\n$/), err: "" });
    expect(second).toEqual(first);
    const kept = join(home, ".local/state/termgate/tokens");
    for (const file of readdirSync(kept)) expect(statSync(join(kept, file)).mode & 0o777).toBe(0o600);
  });

  test("replaces it, and the old one stops working", async () => {
    const { type, home } = terminal();
    const old = (await type("token")).out.trim();

    const fresh = (await type("token", "new")).out.trim();

    const tokens = new Tokens(join(home, ".local/state/termgate"));
    expect(tokens.verify(old)).toBeUndefined();
    expect(tokens.verify(fresh)).toMatchObject({ name: "main", tier: "destructive" });
    expect((await type("token")).out.trim()).toBe(fresh);
  });

  test("adds one with a tier, lists it without the token, and revokes it", async () => {
    const { type, home } = terminal();

    const token = (await type("token", "add", "--name", "ci", "--tier", "readonly")).out.trim();

    const stateDir = join(home, ".local/state/termgate");
    expect(new Tokens(stateDir).verify(token)).toMatchObject({ name: "ci", tier: "readonly" });
    expect(readFileSync(join(stateDir, "tokens/ci.json"), "utf8")).not.toContain(token);
    const { out } = await type("token", "list");
    expect(out).toMatch(/^ci +readonly /m);
    expect(out).not.toContain(token);
    expect((await type("token", "revoke", "ci")).code).toBe(0);
    expect(new Tokens(stateDir).verify(token)).toBeUndefined();
    expect((await type("token", "revoke", "ci")).code).toBe(1);
  });

  test.for([
    [["add"], "needs a name"],
    [["add", "--name", "ci", "--tier", "root"], "--tier wants one of"],
    [["ad"], "token knows new, add, list and revoke"],
    [["revoke"], "revoke takes one name"],
    [["list", "ci"], "revoke takes one name"],
  ] as const)("%j is a usage error", async ([words, message]) => {
    const { code, err } = await terminal().type("token", ...words);

    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  test("refuses a name that is a path, or one that is taken", async () => {
    const { type } = terminal();
    await type("token", "add", "--name", "ci");

    expect(await type("token", "add", "--name", "../../x")).toMatchObject({ code: 1, out: "" });
    expect(await type("token", "add", "--name", "ci")).toMatchObject({ code: 1, out: "" });
    expect((await type("token", "revoke", "../main")).code).toBe(1);
  });
});

describe("tokens", () => {
  test("a running server sees a revocation at once, however recently it looked", () => {
    const stateDir = folder();
    const server = new Tokens(stateDir);
    const person = new Tokens(stateDir);
    const token = person.add("laptop", "mutating");

    expect(server.verify(token)).toMatchObject({ name: "laptop" });
    person.revoke("laptop");

    expect(server.verify(token)).toBeUndefined();
  });

  test("a change within the same tick of the folder's clock is not missed", () => {
    const stateDir = folder();
    const server = new Tokens(stateDir);
    const token = server.add("laptop", "mutating");
    // A time that is not over yet stands for "just now", however slow the machine is.
    const soon = new Date(Date.now() + 3_600_000);
    utimesSync(join(stateDir, "tokens"), soon, soon);
    expect(server.verify(token)).toBeDefined();

    new Tokens(stateDir).revoke("laptop");
    utimesSync(join(stateDir, "tokens"), soon, soon);

    expect(server.verify(token)).toBeUndefined();
  });

  test.for(["", "tg_", "tg_x", "a".repeat(10_000), "tg_\u0000"])("%j is nobody's", (presented) => {
    const tokens = new Tokens(folder());
    tokens.main();

    expect(tokens.verify(presented)).toBeUndefined();
  });

  test("two starters agree on one main token", () => {
    const stateDir = folder();

    expect(new Tokens(stateDir).main()).toBe(new Tokens(stateDir).main());
  });

  test("a damaged file is no token, and does not stop the others", () => {
    const stateDir = folder();
    const tokens = new Tokens(stateDir);
    const token = tokens.main();
    writeFileSync(join(stateDir, "tokens/a.json"), '{"tier":"destructive","sha256":""}');
    writeFileSync(join(stateDir, "tokens/b.json"), "{");

    expect(tokens.list().map(({ name }) => name)).toEqual(["main"]);
    expect(tokens.verify(token)).toBeDefined();
  });

  test("a folder that cannot be written is told, and no token is handed out that was not kept", () => {
    const stateDir = folder();
    writeFileSync(join(stateDir, "tokens"), "");

    expect(() => new Tokens(stateDir).main()).toThrow(/cannot be kept in .*tokens \((EEXIST|ENOTDIR)\)/);
    expect(() => new Tokens(stateDir).renewMain()).toThrow(/cannot be kept/);
    expect(() => new Tokens(stateDir).add("ci", "readonly")).toThrow(/cannot be kept/);
    expect(new Tokens(stateDir).verify("")).toBeUndefined();
  });

  test("a damaged main token is replaced rather than trusted", () => {
    const stateDir = folder();
    mkdirSync(join(stateDir, "tokens"));
    writeFileSync(join(stateDir, "tokens/main.json"), '{"token":"guessed"}');

    const tokens = new Tokens(stateDir);

    expect(tokens.main()).toMatch(/^tg_/);
    expect(tokens.verify("guessed")).toBeUndefined();
  });
});
