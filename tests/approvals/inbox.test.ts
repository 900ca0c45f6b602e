import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { newCode, readCode } from "../../src/approvals/code.ts";
import { folder, inboxIn } from "./rig.ts";

const raise = (digest: string, lastsMs = 60_000) => ({
  digest,
  text: (code: string) => `text ${code}`,
  command: "rm a",
  principal: "tester",
  scope: null,
  lastsMs,
});

/** Answer from another process, as a second terminal would. */
function elsewhere(stateDir: string, code: string, decision: string) {
  const module = join(import.meta.dirname, "../../src/approvals/inbox.ts");
  const script = `
    const { Inbox } = await import(${JSON.stringify(module)});
    const inbox = new Inbox({ stateDir: ${JSON.stringify(stateDir)}, perMinute: 9, maxWaiting: 9, useMs: 60000 });
    const answered = inbox.answer(${JSON.stringify(code)}, ${JSON.stringify(decision)}, "process " + process.pid);
    process.stdout.write(JSON.stringify(answered ?? null));
    inbox.close();`;
  return promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]).then(({ stdout }) =>
    JSON.parse(stdout),
  );
}

test("a code has no letters that look like others and is read back however it is typed", () => {
  for (let n = 0; n < 500; n++) {
    const code = newCode();

    expect(code).toMatch(/^[A-HJKMNP-RT-Y346789]{3}-[A-HJKMNP-RT-Y346789]{3}$/);
    expect(readCode(` ${code.toLowerCase().replace("-", " ")} `)).toBe(code);
  }
});

test("an answer from another process wakes the one that waits", async () => {
  const state = folder();
  const inbox = inboxIn(state);
  const { request } = inbox.raise(raise("d1"));
  const waiting = inbox.settled(request.id, new AbortController().signal);

  const answered = await elsewhere(state, request.code, "approved");

  expect(answered).toMatchObject({ counted: true });
  expect(await waiting).toMatchObject({ state: "approved", answered_by: expect.stringContaining("process") });
});

test("of many answers from several processes the first counts and the others learn of it", async () => {
  const state = folder();
  const inbox = inboxIn(state);
  const { request } = inbox.raise(raise("d1"));

  const answers = await Promise.all(
    ["approved", "denied", "approved", "denied"].map((decision) => elsewhere(state, request.code, decision)),
  );

  const counted = answers.filter((answer) => answer.counted);
  expect(counted).toHaveLength(1);
  for (const { request: seen } of answers) expect(seen.state).toBe(counted[0].request.state);
});

test("two inboxes on one file share one question", () => {
  const state = folder();
  const [one, other] = [inboxIn(state), inboxIn(state)];

  const first = one.raise(raise("same"));
  const second = other.raise(raise("same"));

  expect(second.isNew).toBe(false);
  expect(second.request.code).toBe(first.request.code);
});

test("an answer after the deadline does not count", () => {
  let now = 5_000;
  const inbox = inboxIn(folder(), { now: () => now });
  const { request } = inbox.raise(raise("d", 1_000));

  now = 6_001;

  expect(inbox.answer(request.code, "approved", "me")).toMatchObject({
    counted: false,
    request: { state: "expired" },
  });
  expect(inbox.take("d")).toBeUndefined();
});

test("a code nobody gave out is no code", () => {
  expect(inboxIn(folder()).answer("AAA-AAA", "approved", "me")).toBeUndefined();
});

test("a denied request cannot be approved later", () => {
  const inbox = inboxIn(folder());
  const { request } = inbox.raise(raise("d"));
  inbox.answer(request.code, "denied", "me");

  expect(inbox.answer(request.code, "approved", "me")).toMatchObject({ counted: false });
  expect(inbox.take("d")).toBeUndefined();
});

test("only its owner can read the inbox", () => {
  const state = folder();
  const inbox = inboxIn(state);
  inbox.raise(raise("d"));

  expect(statSync(inbox.folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(inbox.folder, "approvals.db")).mode & 0o777).toBe(0o600);
});

test("nothing is opened before the first question", () => {
  const state = folder();
  const inbox = inboxIn(state);

  expect(statSync(inbox.folder, { throwIfNoEntry: false })).toBeUndefined();
});
