import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AuditLog } from "../../src/store/audit-log.ts";
import { terminal } from "./terminal.ts";

function recorded(world: Parameters<typeof terminal>[0] = {}) {
  const at = terminal(world);
  const folder = join(at.home, ".local/state/termgate/audit");
  const log = new AuditLog(folder, 1_000_000);
  const write = (tool: string, outcome: "ok" | "error", time: string, more: object = {}) =>
    log.append({ tool, outcome, time, duration_ms: 12.4, client: "probe", args: { pane: "%1" }, ...more });
  write("list_panes", "ok", "2026-11-01T10:00:00.000Z");
  write("kill_pane", "error", "2026-11-02T10:00:00.000Z", { error_type: "TierDenied" });
  write("list_panes", "ok", new Date().toISOString());
  return { ...at, folder, log, write };
}

const tools = (out: string) =>
  out
    .split("\n")
    .filter(Boolean)
    .map((line) => line.slice(21).split(" ")[0]);

describe("termgate audit", () => {
  test("shows every call, oldest first, one line each", async () => {
    const { code, out, err } = await recorded().type("audit");

    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n")[1]).toMatch(
      /^2026-11-02 10:00:00 {2}kill_pane +error TierDenied +12 ms {2}probe +\{"pane":"%1"\}$/,
    );
  });

  test.for([
    [["--tool", "kill_pane"], ["kill_pane"]],
    [
      ["--outcome", "ok"],
      ["list_panes", "list_panes"],
    ],
    [["--outcome", "TierDenied"], ["kill_pane"]],
    [["--since", "1h"], ["list_panes"]],
    [["--until", "2026-11-01T12:00:00Z"], ["list_panes"]],
    [["--since", "2026-11-02", "--until", "2026-11-03"], ["kill_pane"]],
    [
      ["--last", "2"],
      ["kill_pane", "list_panes"],
    ],
  ] as const)("%j chooses", async ([argv, expected]) => {
    const { out } = await recorded().type("audit", ...argv);

    expect(tools(out)).toEqual(expected);
  });

  test("writes the records themselves for another program", async () => {
    const { out } = await recorded().type("audit", "--json", "--tool", "kill_pane");

    expect(JSON.parse(out)).toMatchObject({
      tool: "kill_pane",
      error_type: "TierDenied",
      prev: expect.any(String),
    });
  });

  test("says so when nothing fits", async () => {
    expect(await terminal().type("audit")).toMatchObject({
      code: 0,
      out: "",
      err: expect.stringContaining("No call is recorded"),
    });
  });

  test("lets nothing in a record move the cursor or reorder the line", async () => {
    const { type, write } = recorded();
    write("x\u001b[2J", "ok", "2026-11-03T10:00:00.000Z", {
      client: "\u202eevil",
      args: { text: "\u009b31m" },
    });

    const { out } = await type("audit", "--since", "2026-11-03", "--until", "2026-11-04");

    expect(out).not.toMatch(/[\u001b\u009b\u202e]/);
    expect(out).toContain("\\u001b[2J");
  });

  test("keeps to the width of a terminal", async () => {
    const { out } = await recorded({ isTTY: true, columns: 80, environment: { NO_COLOR: "1" } }).type(
      "audit",
    );

    expect(Math.max(...out.split("\n").map((line) => line.length))).toBe(80);
  });

  test("follows what is appended, across a rotation, until it is told to stop", async () => {
    const stop = new AbortController();
    const { type, seen, write, folder, log } = recorded({ signal: stop.signal });
    const running = type("audit", "--follow", "--last", "1");
    await expect.poll(() => tools(seen.out)).toEqual(["list_panes"]);

    write("split_window", "ok", new Date().toISOString());
    await expect.poll(() => tools(seen.out)).toContain("split_window");
    log.close();
    const small = new AuditLog(folder, 1);
    for (const tool of ["one", "two", "three"])
      small.append({ tool, outcome: "ok", time: new Date().toISOString() });
    await expect.poll(() => tools(seen.out), { timeout: 5_000 }).toContain("three");
    stop.abort();

    expect((await running).code).toBe(0);
    const shown = tools(seen.out);
    expect(shown).toEqual([...new Set(shown)]);
    expect(shown.at(-1)).toBe("three");
    small.close();
  });
});

describe("termgate audit verify", () => {
  test("says that the chain holds", async () => {
    expect(await recorded().type("audit", "verify")).toEqual({
      code: 0,
      out: "The chain holds: 3 lines in 1 file.\n",
      err: "",
    });
  });

  test("names the first line that was changed", async () => {
    const { type, folder } = recorded();
    const file = join(folder, "audit.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").replace("kill_pane", "list_pane"));

    expect(await type("audit", "verify")).toMatchObject({
      code: 1,
      out: expect.stringContaining("audit.jsonl line 2"),
    });
    expect(JSON.parse((await type("audit", "verify", "--json")).out)).toMatchObject({ ok: false, line: 2 });
  });

  test("does not stumble over a line that is no JSON", async () => {
    const { type, folder } = recorded();
    appendFileSync(join(folder, "audit.jsonl"), "half a li");

    expect((await type("audit")).code).toBe(0);
  });
});
