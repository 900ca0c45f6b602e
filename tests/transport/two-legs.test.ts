import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Inbox } from "../../src/approvals/inbox.ts";
import { tools as shipped } from "../../src/tools/index.ts";
import { expect, modern, test as base } from "./door.ts";

interface Leg {
  readonly asks: boolean;
  readonly state: string;
  readonly message: string;
  readonly isError: boolean;
  readonly text: string;
  readonly fault: string | undefined;
}

interface Rooms {
  work: string;
  /** One leg of a call: without state the first, with it the second. */
  leg: (
    args: object,
    again?: { state?: string; answer?: object; capabilities?: object; name?: string },
  ) => Promise<Leg>;
}

const guarded = base.extend({
  tools: async ({}, use) => use(shipped),
  // The person of a test answers faster than any other, and is asked more often.
  overrides: { approvals: { autoAnswerMs: 0, perMinute: 100_000, maxWaiting: 100_000 } } as never,
  environment: { PATH: "/usr/bin:/bin" },
});

const test = guarded.extend<Rooms>({
  work: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "legs-"));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  leg: async ({ send, work }, use) => {
    let id = 0;
    await use(
      async (
        args,
        { state, answer, capabilities = { elicitation: { form: {} } }, name = "execute_command" } = {},
      ) => {
        const { json } = await send(
          modern(
            "tools/call",
            {
              name,
              arguments: name === "execute_command" ? { working_directory: work, ...args } : args,
              ...(state !== undefined && { requestState: state }),
              ...(answer && { inputResponses: { decision: answer } }),
              _meta: { "io.modelcontextprotocol/clientCapabilities": capabilities },
            },
            ++id,
          ),
        );
        const result = json?.result ?? {};
        return {
          asks: result.resultType === "input_required",
          state: result.requestState ?? "",
          message: result.inputRequests?.decision?.params?.message ?? "",
          isError: result.isError === true,
          text: (result.content ?? []).map((part: any) => part.text).join("\n"),
          fault: json?.error?.message,
        };
      },
    );
  },
});

const YES = { action: "accept", content: { decision: "approve" } };

test("a yes on the second leg runs the command once", async ({ leg, work }) => {
  const first = await leg({ command: "touch made" });
  expect(first).toMatchObject({ asks: true, message: expect.stringContaining("touch made") });
  expect(existsSync(join(work, "made"))).toBe(false);

  const second = await leg({ command: "touch made" }, { state: first.state, answer: YES });

  expect(second).toMatchObject({ asks: false, isError: false });
  expect(existsSync(join(work, "made"))).toBe(true);
});

test.for([
  ["no", { action: "accept", content: { decision: "deny" } }, /^DENIED: The person declined/],
  ["decline", { action: "decline" }, /^DENIED: The person declined/],
  ["cancel", { action: "cancel" }, /^DENIED: The person closed the question/],
  ["an empty form", { action: "accept", content: {} }, /^DENIED: The client's answer did not fit/],
  [
    "a word we did not offer",
    { action: "accept", content: { decision: "yes" } },
    /^DENIED: The client's answer/,
  ],
] as const)("%s on the second leg runs nothing and says so", async ([, answer, said], { leg, work }) => {
  const { state } = await leg({ command: "touch made" });

  const second = await leg({ command: "touch made" }, { state, answer });

  expect(second).toMatchObject({ isError: true, text: expect.stringMatching(said) });
  expect(readdirSync(work)).toEqual([]);
});

test("a payload changed between the legs does not run", async ({ leg, work }) => {
  const { state } = await leg({ command: "touch made" });

  for (const args of [
    { command: "touch other" },
    { command: "touch", args: ["made"] },
    { command: "touch made " },
    { command: "touch made", timeout_seconds: 5 },
    { command: "touch made", working_directory: tmpdir() },
  ])
    expect(await leg(args, { state, answer: YES })).toMatchObject({ isError: true });

  expect(readdirSync(work)).toEqual([]);
});

test("state that was answered once is good for nothing more", async ({ leg, work }) => {
  const { state } = await leg({ command: "touch made" });
  await leg({ command: "touch made" }, { state, answer: YES });
  rmSync(join(work, "made"));

  for (let again = 0; again < 5; again++)
    expect(await leg({ command: "touch made" }, { state, answer: YES })).toMatchObject({ isError: true });

  expect(readdirSync(work)).toEqual([]);
});

test("state that nobody sealed is refused", async ({ leg, work }) => {
  const { state } = await leg({ command: "touch made" });

  for (const forged of ["", "x", `${state}x`, state.slice(0, -3), state.split("").toReversed().join("")]) {
    const { asks, isError, fault } = await leg({ command: "touch made" }, { state: forged, answer: YES });

    expect(asks || isError || fault !== undefined).toBe(true);
  }
  expect(readdirSync(work)).toEqual([]);
});

test("a client without the capability is told the code, and a yes elsewhere lets it run once", async ({
  leg,
  work,
  stateDir,
}) => {
  const none = { capabilities: {} };
  const first = await leg({ command: "touch made" }, none);
  expect(first.text).toMatch(
    /^DENIED: Elicitation not supported[^]*termgate approve [A-Z0-9]{3}-[A-Z0-9]{3}/,
  );

  const inbox = new Inbox({ stateDir, perMinute: 9, maxWaiting: 9, useMs: 60_000 });
  inbox.answer(inbox.waiting()[0]?.code ?? "", "approved", "ada");
  inbox.close();

  expect(await leg({ command: "touch made" }, none)).toMatchObject({ isError: false });
  expect(await leg({ command: "touch made" }, none)).toMatchObject({ isError: true });
  expect(readdirSync(work)).toEqual(["made"]);
});

test("a client that never comes back leaves nothing run", async ({ leg, work }) => {
  const first = await leg({ command: "touch made" });
  const again = await leg({ command: "touch made" });

  expect([first.asks, again.asks]).toEqual([true, true]);
  expect(readdirSync(work)).toEqual([]);
});

const hasty = test.extend({ overrides: { approvals: { autoAnswerMs: 300_000 } } as never });
hasty.for([
  ["declines", { action: "decline" }, /^DENIED: The client declined by itself/],
  ["cancels", { action: "cancel" }, /^DENIED: The client closed the question by itself/],
  ["agrees", YES, /^DENIED: The client answered yes faster than a person can read/],
] as const)(
  "a client that %s by itself does not speak for the person",
  async ([, answer, said], { leg, work }) => {
    const { state } = await leg({ command: "touch made" });

    const { text } = await leg({ command: "touch made" }, { state, answer });

    expect(text).toMatch(said);
    expect(text).toContain("termgate approve");
    expect(readdirSync(work)).toEqual([]);
  },
);

test("a question that ran out is not revived by a late yes", async ({ leg, work, stateDir }) => {
  const { DatabaseSync } = await import("node:sqlite");
  const { state } = await leg({ command: "touch made" });
  const database = new DatabaseSync(join(stateDir, "approvals", "approvals.db"));
  database.exec("UPDATE requests SET expires = 1");
  database.close();

  expect(await leg({ command: "touch made" }, { state, answer: YES })).toMatchObject({ isError: true });
  expect(readdirSync(work)).toEqual([]);
});

test("a no in a terminal stands against a yes that comes later", async ({ leg, work, stateDir }) => {
  const { state } = await leg({ command: "touch made" });
  const inbox = new Inbox({ stateDir, perMinute: 9, maxWaiting: 9, useMs: 60_000 });
  inbox.answer(inbox.waiting()[0]?.code ?? "", "denied", "ada");
  inbox.close();

  expect(await leg({ command: "touch made" }, { state, answer: YES })).toMatchObject({ isError: true });
  expect(readdirSync(work)).toEqual([]);
});

const brief = test.extend({ overrides: { approvals: { autoAnswerMs: 0, timeoutSeconds: 0.05 } } as never });
brief("silence past the deadline is a no, whatever is said after it", async ({ leg, work }) => {
  const { state } = await leg({ command: "touch made" });
  await pause(60);

  const { text } = await leg({ command: "touch made" }, { state, answer: YES });

  expect(text).toMatch(/^DENIED: Nobody answered in time/);
  expect(readdirSync(work)).toEqual([]);
});
