import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { Inbox } from "../../src/approvals/inbox.ts";
import { terminal } from "./terminal.ts";

/** A person's terminal, and an inbox in which a server has asked them something. */
function waiting(world: Parameters<typeof terminal>[0] = {}) {
  const at = terminal(world);
  const inbox = new Inbox({
    stateDir: join(at.home, ".local/state/termgate"),
    perMinute: 99,
    maxWaiting: 99,
    useMs: 60_000,
  });
  onTestFinished(() => inbox.close());
  const scope = JSON.stringify([{ program: "/usr/bin/touch", verb: null, flags: ["-c"], folder: "/p" }]);
  const raise = (digest: string, covers: string | null = scope) =>
    inbox.raise({
      digest,
      text: (code) => `touch ${digest} (${code})`,
      command: "touch x",
      principal: "p",
      scope: covers,
      lastsMs: 60_000,
    }).request;
  return { ...at, inbox, raise };
}

describe("termgate approvals", () => {
  test("lists what waits with the words that answer it", async () => {
    const { raise, type } = waiting();
    const { code } = raise("one");

    const { code: exit, out } = await type("approvals");

    expect(exit).toBe(0);
    expect(out).toContain("touch one");
    expect(out).toContain(`termgate approve ${code}`);
  });

  test("says so when nothing waits", async () => {
    expect((await waiting().type("approvals")).out).toBe("Nothing waits for an answer.\n");
  });

  test("writes one object per line for another program", async () => {
    const { raise, type } = waiting();
    const { code } = raise("one");

    expect(JSON.parse((await type("approvals", "--json")).out)).toMatchObject({ code, state: "waiting" });
  });

  test("a popup approves only when the code itself is typed", async () => {
    const home = terminal().home;
    const first = waiting({ home }).raise("one");
    await waiting({ home, types: `${first.code.toLowerCase()}\n` }).type("approvals", "--popup");
    const second = waiting({ home }).raise("two");
    await waiting({ home, types: "y\n" }).type("approvals", "--popup");

    const { inbox } = waiting({ home });
    expect(inbox.find(first.code)).toMatchObject({ state: "approved" });
    expect(inbox.find(second.code)).toMatchObject({ state: "denied" });
  });
});

describe("termgate approve and deny", () => {
  test("the first answer counts, and the second learns of it", async () => {
    const { raise, type, inbox } = waiting({ environment: { USER: "ada" } });
    const { code } = raise("one");

    const yes = await type("approve", code.toLowerCase());
    const no = await type("deny", code);

    expect(yes).toMatchObject({ code: 0, out: expect.stringContaining("it may run once") });
    expect(no).toMatchObject({ code: 1, err: expect.stringContaining("approved by ada") });
    expect(inbox.take("one")).toMatchObject({ answered_by: "ada at the command line" });
  });

  test("a code nobody gave out is refused", async () => {
    expect(await waiting().type("approve", "AAA-AAA")).toMatchObject({ code: 1 });
  });

  test("a command an agent runs cannot answer", async () => {
    const { raise, type, inbox } = waiting({ environment: { TERMGATE_RUN: "x" } });
    const { code } = raise("one");

    expect(await type("approve", code)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Only a person"),
    });
    expect(inbox.waiting()).toHaveLength(1);
  });
});

describe("termgate grants", () => {
  test("a grant is made on the explicit choice, listed and revoked", async () => {
    const { raise, type } = waiting();
    await type("approve", raise("one").code);
    expect((await type("grants")).out).toContain("Nothing is granted.");

    await type("approve", raise("two").code, "--grant", "10");
    expect((await type("grants")).out).toMatch(/^1 +until .* \/usr\/bin\/touch -c … in \/p/m);

    expect(await type("grants", "revoke", "1")).toMatchObject({ code: 0 });
    expect(JSON.stringify(await type("grants", "--json"))).not.toContain("touch -c");
  });

  test.for([["0"], ["100000"], ["soon"]])(
    "%s minutes are refused before anything is approved",
    async ([minutes = ""]) => {
      const { raise, type, inbox } = waiting();

      expect(await type("approve", raise("one").code, "--grant", minutes)).toMatchObject({ code: 2 });
      expect(inbox.waiting()).toHaveLength(1);
    },
  );

  test("what cannot be granted is not approved by asking for a grant", async () => {
    const { raise, type, inbox } = waiting();

    expect(await type("approve", raise("one", null).code, "--grant", "5")).toMatchObject({ code: 1 });
    expect(inbox.waiting()).toHaveLength(1);
  });
});
