import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as room } from "./room.ts";

/** Gemini takes hooks only from a folder that root owns with all its parents; only root can make one. */
const isRoot = process.getuid?.() === 0;

const test = room.extend<{ stateDir: string }>({
  stateDir: async ({}, use) => {
    const folder = mkdtempSync(join(isRoot ? "/var/lib" : tmpdir(), "tg-hooks-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

test.extend({ pin: "gemini-0.61.0" })(
  "Gemini's turns and dialogs are told by hooks where root owns their folder, and without them elsewhere",
  async ({ spawned, call, stateDir }) => {
    const id = await spawned();
    const events = join(stateDir, "agents", id, "events");
    const heard = () =>
      readdirSync(events)
        .filter((name) => name.endsWith(".json"))
        .map((name) => JSON.parse(readFileSync(join(events, name), "utf8")).hook_event_name);

    const first = await call("prompt_agent", { id, prompt: "play:say with hooks" });
    expect(first.text).toBe("with hooks");
    expect(first.output.turn).toMatchObject({ outcome: "completed", confirmed_by: "files" });
    expect(heard().toSorted()).toEqual(isRoot ? ["AfterAgent", "BeforeAgent", "SessionStart"] : []);
    // What it shows while a hook runs is a name, never our command line.
    expect((await call("snapshot_agent", { id })).output.pane_text).not.toContain("umask");

    const asked = await call("prompt_agent", { id, prompt: "play:run touch x\nplay:say It is there." });
    expect(asked.output.outcome.blocked_reason).toBe("permission_dialog");
    expect(heard().includes("Notification")).toBe(isRoot);
    await call("answer_agent", { id, option: "Allow once" });
    expect((await call("wait_for_agent", { id })).output.outcome.message?.text).toBe("It is there.");

    const stopped = call("prompt_agent", { id, prompt: "play:slow 40 250" });
    await expect
      .poll(async () => (await call("snapshot_agent", { id })).output.outcome.outcome, { timeout: 15_000 })
      .toBe("running");
    expect((await call("interrupt_agent", { id })).output.interrupted).toBe(true);
    expect((await stopped).output.turn.outcome).toBe("interrupted");
    expect((await call("prompt_agent", { id, prompt: "play:say and on" })).text).toBe("and on");
  },
);
