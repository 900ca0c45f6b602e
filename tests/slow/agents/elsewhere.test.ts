import { describe } from "vitest";
import { expect, PROGRAMS, test as room } from "./room.ts";

const claudes = PROGRAMS.filter((pin) => pin.startsWith("claude"));

type Calling = (name: string, args: Record<string, unknown>) => Promise<{ readonly output: any }>;

/** A person at the agent's terminal: what they type is seen before they press Enter. */
function person(call: Calling, id: string) {
  const shows = () =>
    expect.poll(async () => (await call("snapshot_agent", { id })).output.pane_text, { timeout: 10_000 });
  const press = (key: string) => call("send_keys_to_agent", { id, keys: [key] });
  const type = async (text: string) => {
    await call("send_keys_to_agent", { id, text, paste: false });
    await shows().toContain(text);
    await press("Enter");
  };
  return { shows, press, type };
}

describe.each(claudes)("%s", (pin) => {
  const test = room.extend({ pin });

  test("a person's /clear is followed: turns, interrupt and resume are about the conversation that is there", async ({
    spawned,
    call,
    model,
  }) => {
    const id = await spawned();
    const asked = { id, prompt: "play:say alpha", idempotency_key: "k" };
    const before = await call("prompt_agent", asked);
    const { shows, press, type } = person(call, id);
    await type("/clear");
    await shows().not.toContain("play:say alpha");
    expect((await call("prompt_agent", { id, prompt: "play:say beta" })).text).toBe("beta");

    const running = call("prompt_agent", { id, prompt: "play:slow 60 300" });
    await expect.poll(() => model.heard.flat(), { timeout: 15_000 }).toContain("play:slow 60 300");
    expect((await call("interrupt_agent", { id })).output.interrupted).toBe(true);
    expect((await running).output.turn.outcome).toBe("interrupted");

    // A panel a person opened: the agent is not ready, and what it answered stays answered.
    await type("/help");
    await shows().toContain("Esc to cancel");
    const again = await call("prompt_agent", { ...asked, timeout_ms: 1_000 });
    expect(again.text).toBe("alpha");
    expect(again.output.turn).toEqual(before.output.turn);
    await press("Escape");

    await call("kill_agent", { id });
    const back = await call("prompt_agent", { id, prompt: "play:say gamma" });
    expect(back.output.resumed).toBe(true);
    expect(back.text).toBe("gamma");
    expect(model.remembered).toContain("play:say beta");
    expect(model.remembered).not.toContain("play:say alpha");
    expect((await call("prompt_agent", { ...asked, timeout_ms: 1_000 })).text).toBe("alpha");
  });

  test("a conversation that was cleared and nothing said since is begun anew", async ({
    spawned,
    call,
    model,
  }) => {
    const id = await spawned();
    await call("prompt_agent", { id, prompt: "play:say alpha" });
    const { shows, type } = person(call, id);
    await type("/clear");
    await shows().not.toContain("play:say alpha");
    await call("kill_agent", { id });
    const back = await call("prompt_agent", { id, prompt: "play:say beta" });
    expect(back.output.resumed).toBe(false);
    expect(back.text).toBe("beta");
    expect(model.remembered).not.toContain("play:say alpha");
  });

  test("a person's /resume of another conversation is followed as well", async ({ spawned, call, model }) => {
    const id = await spawned();
    const { shows, press, type } = person(call, id);
    await call("prompt_agent", { id, prompt: "play:say alpha" });
    await type("/clear");
    await shows().not.toContain("play:say alpha");
    await call("prompt_agent", { id, prompt: "play:say beta" });
    await type("/resume");
    // The older release lists conversations by their titles.
    await shows().toMatch(/❯ (?:play:say alpha|Scripted talk)/);
    await press("Enter");
    await shows().toMatch(/[●⏺] alpha/);
    await call("kill_agent", { id });
    expect((await call("prompt_agent", { id, prompt: "play:say gamma" })).text).toBe("gamma");
    expect(model.remembered).toContain("play:say alpha");
    expect(model.remembered).not.toContain("play:say beta");
  });
});
