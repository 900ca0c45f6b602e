import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach } from "vitest";
import { AUDIT_FILE, expect, test as house } from "../house.ts";
import { toolsFor } from "./tools.ts";

const record = { ran: 0 };
afterEach(() => {
  record.ran = 0;
});
const test = house.extend({ tools: async ({}, use) => use(toolsFor(record)) });

const small = test.extend({ overrides: { house: { responseLimit: 20_000 } } });

small(
  "limit: keeps the end of a long result, a valid structure and says how much is gone",
  async ({ call }) => {
    const { text, output, meta, isError } = await call("large", { bytes: 100_000 });

    expect(isError).toBe(false);
    expect(Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(output))).toBeLessThanOrEqual(20_000);
    expect(text).toMatch(/^\[\.\.\. truncated \d+ bytes \.\.\.\]\n/);
    expect(text).toMatch(/line 009999é$/);
    expect(output.lines.at(-1)).toBe("line 009999é");
    expect(output.result).toBe("tail");
    expect(meta["termgate/truncatedBytes"]).toBeGreaterThan(0);
  },
);

small(
  "limit: an error that is too long stays an error, with its meta and its suggestion",
  async ({ call }) => {
    const { text, meta, isError } = await call("large", { bytes: 100_000, fail: true });

    expect(isError).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000);
    expect(meta).toMatchObject({ error_type: "TooMuch", expected: true, suggestion: "Ask for less." });
    expect(text.endsWith("Ask for less.")).toBe(true);
  },
);

small(
  "limit: whatever a result holds, it fits as it is sent, and only whole rows are missing",
  async ({ client }) => {
    const texts = fc.string({ unit: "binary", maxLength: 40 });
    const long = fc.tuple(texts, fc.nat(3_000)).map(([text, times]) => text.repeat(times));
    const given = fc.record({
      rows: fc.tuple(fc.array(texts), fc.nat(400)).map(([rows, times]) => Array(times).fill(rows).flat()),
      text: long,
      names: fc.constant({ id: "%1" }),
    });

    await fc.assert(
      fc.asyncProperty(given, async (args) => {
        const result: any = await client.callTool({ name: "answer", arguments: args });
        expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(20_000);
        const { rows, text, names } = result.structuredContent;
        expect(names).toEqual(args.names);
        expect(args.rows.slice(args.rows.length - rows.length)).toEqual(rows);
        expect(args.text.endsWith(text)).toBe(true);
        expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
      }),
      { numRuns: 200 },
    );
  },
);

small("limit: what cannot be shortened is told as too long, not sent", async ({ call }) => {
  const names = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`name${i}`, "value"]));

  const { failure, text, isError } = await call("answer", { rows: [], text: "", names });

  expect({ failure, isError }).toEqual({ failure: "ResponseTooLarge", isError: true });
  expect(text).toContain("Ask for less");
});

test("limit: leaves an ordinary result alone", async ({ call }) => {
  const { output, meta } = await call("large", { bytes: 1_000 });

  expect(output.lines).toHaveLength(100);
  expect(meta).toEqual({});
});

test("errors: a failure of the caller arrives as a result with its type and no prefix", async ({ call }) => {
  const { text, meta, output } = await call("flaky_change");

  expect(text).toBe("Not this time.");
  expect(meta).toMatchObject({ error_type: "Passing", expected: true });
  expect(output).toBeUndefined();
});

test("errors: a bug is told apart and its message stays inside", async ({ call }) => {
  const { text, meta } = await call("bug");

  expect(meta).toMatchObject({ error_type: "TypeError", expected: false });
  expect(text).not.toContain("hunter2");
});

test("errors: state that finds no room is a fault of the machine, and says so", async ({ call }) => {
  const { text, meta } = await call("bug", { code: "ENOSPC" });

  expect(meta).toMatchObject({ error_type: "StateUnwritable", expected: false });
  expect(text).toContain("termgate doctor");
});

test("audit: every call leaves one line, with payloads as length and hash only", async ({
  call,
  audited,
}) => {
  await call("read");
  await call("change", { text: "my secret text", count: 2 });
  await call("destroy");
  await call("change", { count: "many", extra: "hunter2" });

  const lines = audited();
  expect(lines.map(({ tool, outcome, error_type }) => [tool, outcome, error_type])).toEqual([
    ["read", "ok", undefined],
    ["change", "ok", undefined],
    ["destroy", "error", "TierDenied"],
    ["change", "error", "ValidationError"],
  ]);
  expect(lines[1]).toMatchObject({
    client: "test-client 1.2.3",
    args: { text: { len: 14, sha256_prefix: expect.stringMatching(/^[0-9a-f]{12}$/) }, count: 2 },
  });
  expect(JSON.stringify(lines)).not.toMatch(/my secret text|hunter2/);
});

test("audit: a call to a tool that does not exist is written down too", async ({ client, audited }) => {
  await expect(client.callTool({ name: "chang", arguments: {} })).rejects.toThrow("Did you mean change?");

  expect(audited()).toMatchObject([{ tool: "chang", outcome: "error" }]);
});

test("audit: without a log that takes lines nothing is changed", async ({ call, stateDir }) => {
  writeFileSync(join(stateDir, "audit"), "a file where the folder should be");

  const { failure, text } = await call("change");

  expect(failure).toBe("AuditUnwritable");
  expect(text).toContain("termgate doctor");
  expect(record.ran).toBe(0);
});

test("audit: the log is readable by its owner alone and holds one JSON object a line", async ({
  call,
  stateDir,
}) => {
  await call("change");

  const file = join(stateDir, "audit", AUDIT_FILE);
  const { statSync } = await import("node:fs");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(stateDir, "audit")).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(file, "utf8").trim())).toHaveProperty("prev");
});

test("retry: a readonly tool is tried once more after a passing failure", async ({ call, audited }) => {
  const { text } = await call("flaky_read", { transient: true });

  expect(text).toBe("ok");
  expect(record.ran).toBe(2);
  expect(audited()).toHaveLength(1);
});

test("retry: a lasting failure is not tried again", async ({ call }) => {
  await call("flaky_read", { transient: false });

  expect(record.ran).toBe(1);
});

test("retry: a tool that changes something is never repeated", async ({ call }) => {
  await call("flaky_change");

  expect(record.ran).toBe(1);
});

test("tier: tools above the tier, and tools without one, are not listed", async ({ client }) => {
  const names = (await client.listTools()).tools.map(({ name }) => name);

  expect(names).toContain("change");
  expect(names).not.toContain("destroy");
  expect(names).not.toContain("untiered");
});

test("tier: calling one all the same names the tier it would take", async ({ call }) => {
  const { text, meta } = await call("destroy");

  expect(meta).toMatchObject({ error_type: "TierDenied", expected: true });
  expect(text).toContain("destroy needs the tier destructive");
});

test("tier: a tool without a tier does not exist for anyone", async ({ call }) => {
  expect(await call("untiered")).toMatchObject({ failure: "TierDenied" });
});

test("arguments: what a model writes for a number, a flag or nothing is understood", async ({ call }) => {
  expect(await call("change", { count: "2", force: "yes", text: null })).toMatchObject({
    text: "changed 2 true",
  });
});

test("arguments: a rejected value is never echoed, and the message says what was wanted", async ({
  call,
}) => {
  const { text, meta } = await call("change", { count: "hunter2" });

  expect(text).toBe("1 validation error for call[change]\ncount\n  Should be number [type=number_type]");
  expect(meta).toMatchObject({ error_type: "ValidationError", expected: true });
  expect(record.ran).toBe(0);
});

test("arguments: unknown names are listed, with what the tool takes", async ({ call }) => {
  const { text, meta } = await call("change", { tail: 5 });

  expect(meta["suggestion"]).toBe("Drop or rename: tail. change takes text, count, force.");
  expect(text.endsWith(meta["suggestion"])).toBe(true);
});

test("arguments: a client's scheduling flag is refused with the client's name", async ({ call }) => {
  const { text } = await call("change", { wait_for_previous: true });

  expect(text).toContain("your client (test-client 1.2.3)");
});

test("lock: a second call with the same key is told who is at work", async ({ call }) => {
  const [first, second, other] = await Promise.all([
    call("exclusive", { key: "a" }),
    call("exclusive", { key: "a" }),
    call("exclusive", { key: "b" }),
  ]);

  expect(first.text).toBe("done");
  expect(other.text).toBe("done");
  expect(second).toMatchObject({
    failure: "Busy",
    text: expect.stringContaining("exclusive has been at work on a"),
  });
});

const SECRET = "hush-hush-0123456789";
const withSecret = test.extend({ environment: { DEPLOY_TOKEN: SECRET } });

withSecret(
  "redact: a secret of the environment leaves neither in an answer nor in an error",
  async ({ call }) => {
    const answer = await call("careless", { text: SECRET });
    const failure = await call("careless", { text: SECRET, fail: true });

    expect(answer).toMatchObject({ text: "It says [REDACTED].", output: { result: "It says [REDACTED]." } });
    expect(failure.text).toBe("It says [REDACTED].\nForget [REDACTED].");
    expect(JSON.stringify([answer, failure])).not.toContain(SECRET);
  },
);
