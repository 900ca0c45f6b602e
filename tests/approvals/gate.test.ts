import { writeFileSync, chmodSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { InputNeeded } from "../../src/errors.ts";
import { answers, finding, rig, says, silent, verdict } from "./rig.ts";

describe("a person who answers in the client", () => {
  test("says yes, and the call runs once", async () => {
    const { gate, petition } = rig();

    expect(await gate.rule(petition(["rm", "a"], { ask: says("approve") }))).toMatchObject({ granted: true });
    expect(await gate.rule(petition(["rm", "a"]))).toMatchObject({ granted: false, no: "unsupported" });
  });

  test("says no", async () => {
    const { gate, petition, inbox } = rig();

    const ruling = await gate.rule(petition(["rm", "a"], { ask: says("deny") }));

    expect(ruling).toMatchObject({ granted: false, no: "declined" });
    expect(inbox.waiting()).toEqual([]);
  });

  test.for(["declined", "cancelled", "timed_out"] as const)("%s ends the question", async (kind) => {
    const { gate, petition, inbox } = rig();

    const ruling = await gate.rule(petition(["rm", "a"], { ask: answers({ kind, elapsedMs: 5_000 }) }));

    expect(ruling).toMatchObject({ granted: false, no: kind });
    expect(inbox.waiting()).toEqual([]);
  });

  test("whose answer is of unknown age is believed", async () => {
    const { gate, petition } = rig();

    expect(await gate.rule(petition(["rm", "a"], { ask: says("approve", undefined) }))).toMatchObject({
      granted: true,
    });
  });

  test("a value that was not offered is no yes", async () => {
    const { gate, petition } = rig();

    expect(await gate.rule(petition(["rm", "a"], { ask: says("yes please") }))).toMatchObject({
      no: "declined",
    });
  });
});

describe("a client that gets it wrong", () => {
  test("cannot ask: the code stays open, and after a yes the identical call runs once", async () => {
    const { gate, petition, inbox } = rig();
    const first = await gate.rule(petition(["rm", "a"]));
    const again = await gate.rule(petition(["rm", "a"]));
    const [request] = inbox.waiting();

    inbox.answer(request?.code ?? "", "approved", "terminal");

    expect(first).toMatchObject({ no: "unsupported", request: { code: request?.code } });
    expect(again).toMatchObject({ no: "unsupported", request: { code: request?.code } });
    expect(await gate.rule(petition(["rm", "a"]))).toEqual({ granted: true, by: "terminal" });
    expect(await gate.rule(petition(["rm", "a"]))).toMatchObject({ granted: false, no: "unsupported" });
  });

  test.for([
    ["declines by itself", answers({ kind: "declined", elapsedMs: 4 }), "auto_declined"],
    ["cancels at once", answers({ kind: "cancelled", elapsedMs: 0 }), "auto_cancelled"],
    ["says yes by itself", says("approve", 12), "auto_answered"],
    ["says no by itself", says("deny", 12), "auto_declined"],
    ["answers something else", answers({ kind: "invalid", elapsedMs: 900 }), "invalid"],
  ] as const)("%s: nobody was asked, so the code stays open", async ([, ask, no]) => {
    const { gate, petition, inbox } = rig();

    expect(await gate.rule(petition(["rm", "a"], { ask }))).toMatchObject({ granted: false, no });
    expect(inbox.waiting()).toHaveLength(1);
  });

  test("never answers: silence is a no, and nothing waits any more", async () => {
    const { gate, petition, inbox } = rig({ timeoutMs: 60 });

    expect(await gate.rule(petition(["rm", "a"], { ask: silent }))).toMatchObject({ no: "timed_out" });
    expect(inbox.waiting()).toEqual([]);
  });

  test("goes away while it is asked: nothing waits any more", async () => {
    const { gate, petition, inbox } = rig();
    const gone = new AbortController();
    const ask = () =>
      new Promise<never>((_, reject) =>
        gone.signal.addEventListener("abort", () => reject(new Error("gone"))),
      );
    const ruling = gate.rule(petition(["rm", "a"], { ask, signal: gone.signal }));
    await expect.poll(() => inbox.waiting()).toHaveLength(1);

    gone.abort();

    await ruling.catch(() => undefined);
    expect(inbox.waiting()).toEqual([]);
  });
});

describe("a client that is asked by a returned question and calls again with the answer", () => {
  const leaves = () => Promise.reject(new InputNeeded({}));

  test("gets the same code both times, and its yes lets the second call run", async () => {
    const { gate, petition, inbox } = rig();
    await expect(gate.rule(petition(["rm", "a"], { ask: leaves }))).rejects.toBeInstanceOf(InputNeeded);
    const [request] = inbox.waiting();

    expect(await gate.rule(petition(["rm", "a"], { ask: says("approve") }))).toMatchObject({ granted: true });
    expect(inbox.find(request?.code ?? "")).toMatchObject({ state: "used" });
  });

  test("runs without an answer when a terminal said yes meanwhile", async () => {
    const { gate, petition, inbox } = rig();
    await gate.rule(petition(["rm", "a"], { ask: leaves })).catch(() => undefined);
    inbox.answer(inbox.waiting()[0]?.code ?? "", "approved", "terminal");

    expect(await gate.rule(petition(["rm", "a"], { ask: leaves }))).toEqual({
      granted: true,
      by: "terminal",
    });
  });
});

test("a yes to one caller is none to another", async () => {
  const { gate, petition, inbox } = rig();
  await gate.rule(petition(["rm", "a"]));
  inbox.answer(inbox.waiting()[0]?.code ?? "", "approved", "terminal");

  expect(await gate.rule(petition(["rm", "a"], { principal: "another" }))).toMatchObject({ granted: false });
  expect(await gate.rule(petition(["rm", "a"]))).toMatchObject({ granted: true });
});

test("an answer in another terminal wins over a client that still thinks", async () => {
  const { gate, petition, inbox } = rig();
  const yes = gate.rule(petition(["rm", "a"], { ask: silent }));
  const no = gate.rule(petition(["rm", "b"], { ask: silent }));
  await expect.poll(() => inbox.waiting()).toHaveLength(2);
  const [first, second] = inbox.waiting();

  inbox.answer(first?.code ?? "", "approved", "terminal");
  inbox.answer(second?.code ?? "", "denied", "terminal");

  expect(await yes).toEqual({ granted: true, by: "terminal" });
  expect(await no).toMatchObject({ granted: false, no: "refused" });
});

test("the same intent is asked once at a time", async () => {
  const { gate, petition, inbox } = rig();
  let asked = 0;
  const ask = () => {
    asked++;
    return silent();
  };
  const first = gate.rule(petition(["rm", "a"], { ask }));

  const others = await Promise.all(
    Array.from({ length: 20 }, () => gate.rule(petition(["rm", "a"], { ask }))),
  );

  expect(others.every((ruling) => !ruling.granted && ruling.no === "already_asked")).toBe(true);
  expect(asked).toBe(1);
  const [request, ...rest] = inbox.waiting();
  expect(rest).toEqual([]);
  inbox.answer(request?.code ?? "", "approved", "terminal");
  expect(await first).toMatchObject({ granted: true });
});

test("a caller who raises too many questions is stopped", async () => {
  const { gate, petition } = rig({}, { perMinute: 3 });
  for (const name of ["a", "b", "c"]) await gate.rule(petition(["rm", name]));

  await expect(gate.rule(petition(["rm", "d"]))).rejects.toMatchObject({ errorType: "TooManyApprovals" });
  expect(await gate.rule(petition(["rm", "d"], { principal: "another" }))).toMatchObject({ granted: false });
});

test("no more than a few questions wait at one time", async () => {
  const { gate, petition } = rig({}, { maxWaiting: 2 });
  await gate.rule(petition(["rm", "a"]));
  await gate.rule(petition(["rm", "b"], { principal: "another" }));

  await expect(gate.rule(petition(["rm", "c"], { principal: "third" }))).rejects.toMatchObject({
    errorType: "TooManyApprovals",
  });
});

describe("what a yes is bound to", () => {
  test("a thousand replays of a used approval: none is accepted", async () => {
    const { gate, petition } = rig();
    await gate.rule(petition(["rm", "a"], { ask: says("approve") }));

    const replays = [];
    for (let n = 0; n < 1_000; n++) replays.push(await gate.rule(petition(["rm", "a"])));

    expect(replays.filter(({ granted }) => granted)).toEqual([]);
  });

  test("a thousand other payloads after an approval: none runs", async () => {
    const { gate, petition, inbox, state } = rig();
    await gate.rule(petition(["rm", "a"]));
    inbox.answer(inbox.waiting()[0]?.code ?? "", "approved", "terminal");
    const swaps = Array.from({ length: 1_000 }, (_, n) => {
      const words = n % 2 ? ["rm", `a${" ".repeat(n)}`] : ["rm", "a", String(n)];
      const base = petition(words);
      if (n % 5 === 0) return { ...petition(["rm", "a"]), tool: `tool_${n}` };
      if (n % 7 === 0) return { ...petition(["rm", "a"]), input: { command: "rm a", pane: n } };
      if (n % 11 === 0) {
        return petition(["rm", "a"], {
          asked: [{ text: "rm a", cwd: join(state, String(n)), verdict: verdict(finding(["rm", "a"])) }],
        });
      }
      return base;
    });

    const rulings = [];
    for (const swap of swaps) rulings.push(await gate.rule(swap));

    expect(rulings.filter(({ granted }) => granted)).toEqual([]);
    expect(await gate.rule(petition(["rm", "a"]))).toMatchObject({ granted: true });
  });

  test("a script that changed after the yes does not run", async () => {
    const { gate, petition, state } = rig();
    const script = join(state, "build.sh");
    writeFileSync(script, "echo hello\n");
    const ask = async () => {
      writeFileSync(script, "rm -rf ~\n");
      return { kind: "chosen", value: "approve", elapsedMs: 3_000 } as const;
    };

    expect(await gate.rule(petition(["bash", "build.sh"], { ask }))).toMatchObject({
      granted: false,
      no: "changed",
    });
  });

  test("another file behind the same name does not run, even with the same content", async () => {
    const { gate, petition, state, inbox } = rig();
    const program = join(state, "tool");
    writeFileSync(program, "#!/bin/sh\n");
    chmodSync(program, 0o755);
    await gate.rule(petition(["./tool"]));
    inbox.answer(inbox.waiting()[0]?.code ?? "", "approved", "terminal");

    writeFileSync(`${program}.new`, "#!/bin/sh\n");
    chmodSync(`${program}.new`, 0o755);
    renameSync(`${program}.new`, program);

    expect(await gate.rule(petition(["./tool"]))).toMatchObject({ granted: false });
  });

  test("a program that appears earlier in PATH is another program", async () => {
    const { gate, petition, state, inbox } = rig();
    const shadowed = rig({ inbox, searchPath: [state, "/usr/bin", "/bin"] });
    const call = petition(["mytool", "x"]);
    await shadowed.gate.rule(call);
    inbox.answer(inbox.waiting()[0]?.code ?? "", "approved", "terminal");

    writeFileSync(join(state, "mytool"), "evil");

    expect(await shadowed.gate.rule(call)).toMatchObject({ granted: false });
    expect(await gate.rule(call)).toMatchObject({ granted: false });
  });

  test("another policy is another question", async () => {
    const { petition, inbox, gate } = rig();
    await gate.rule(petition(["rm", "a"]));
    inbox.answer(inbox.waiting()[0]?.code ?? "", "approved", "terminal");

    expect(await rig({ inbox, policyVersion: "2" }).gate.rule(petition(["rm", "a"]))).toMatchObject({
      granted: false,
    });
  });

  test("a yes that was not used in time is gone", async () => {
    let now = 1_000_000;
    const { petition, inbox, gate } = rig({}, { now: () => now, useMs: 60_000 });
    await gate.rule(petition(["rm", "a"]));
    inbox.answer(inbox.waiting()[0]?.code ?? "", "approved", "terminal");

    now += 60_001;

    expect(await gate.rule(petition(["rm", "a"]))).toMatchObject({ granted: false });
  });

  test("one yes lets one of many simultaneous calls run", async () => {
    const { petition, inbox, gate } = rig();
    await gate.rule(petition(["rm", "a"]));
    inbox.answer(inbox.waiting()[0]?.code ?? "", "approved", "terminal");

    const rulings = await Promise.all(Array.from({ length: 50 }, () => gate.rule(petition(["rm", "a"]))));

    expect(rulings.filter(({ granted }) => granted)).toHaveLength(1);
  });
});
