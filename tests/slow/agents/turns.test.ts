import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test as plain } from "vitest";
import { fakeStage } from "../../agents/fake-stage.ts";
import { expect, nameOf, PROGRAMS, test as room } from "./room.ts";

describe.each(PROGRAMS)("%s", (pin) => {
  const test = room.extend({ pin });
  const denial =
    { claude: "No", codex: "No, and tell Codex", gemini: "No, suggest changes" }[nameOf(pin)] ?? "";
  const consent = { claude: "Yes", codex: "Yes, proceed", gemini: "Allow once" }[nameOf(pin)] ?? "";

  test("takes two prompts in one window, and equal replies are both fresh", async ({
    spawned,
    call,
    tmux,
    model,
  }) => {
    const id = await spawned();
    const first = await call("prompt_agent", { id, prompt: "play:say the same words" });
    const second = await call("prompt_agent", { id, prompt: "play:say the same words" });

    for (const { output, text } of [first, second]) {
      expect(text).toBe("the same words");
      expect(output.outcome).toMatchObject({ outcome: "ready", fresh_message: true });
      expect(output.turn).toMatchObject({ outcome: "completed", confirmed_by: "files" });
    }
    expect(first.output.turn.provider_turn).not.toBe(second.output.turn.provider_turn);
    expect(first.output.agent.tmux).toEqual(second.output.agent.tmux);
    expect(model.heard.flat().filter((said) => said === "play:say the same words")).toHaveLength(2);
    const { pane_id, session_name } = first.output.agent.tmux;
    expect(tmux("display-message", "-p", "-t", pane_id, "#{pane_width}x#{pane_height}").trim()).toBe(
      "160x48",
    );
    expect(tmux("show-options", "-v", "-t", `=${session_name}:`, "status").trim()).toBe("off");
  });

  test("a slow turn outlives its call, takes no prompt meanwhile, and is told to the next one", async ({
    spawned,
    call,
    model,
  }) => {
    const id = await spawned();
    const sent = await call("prompt_agent", { id, prompt: "play:slow 24 250", timeout_ms: 1_000 });
    expect(sent.output.outcome.outcome).toBe("timeout");
    expect((await call("snapshot_agent", { id })).output.outcome.outcome).toBe("running");
    const early = await call("prompt_agent", { id, prompt: "play:say too early", timeout_ms: 1_000 });
    expect(early.output.outcome.outcome).toBe("timeout");
    expect(early.output.turn).toBeUndefined();

    const done = await call("wait_for_agent", { id, turn_id: sent.output.turn.id });
    expect(done.output.outcome.message.text.trim()).toMatch(/^piece 1 of 24\. .*piece 24 of 24\.$/);
    expect(done.output.turn.id).toBe(sent.output.turn.id);
    expect(model.heard.flat()).not.toContain("play:say too early");
  });

  test("a permission dialog blocks, refuses a prompt, and is answered by label", async ({
    spawned,
    call,
    home,
    model,
  }) => {
    const id = await spawned();
    const file = join(home.root, "outside.txt");
    const asked = await call("prompt_agent", { id, prompt: `play:escalate touch ${file}` });
    expect(asked.output.outcome).toMatchObject({ outcome: "blocked", blocked_reason: "permission_dialog" });

    const onto = await call("prompt_agent", { id, prompt: "please do NOT run that", timeout_ms: 1_000 });
    expect(onto.output.outcome).toMatchObject({ outcome: "blocked", blocked_reason: "permission_dialog" });
    const after = await call("snapshot_agent", { id });
    expect(after.output.outcome.dialog).toEqual(asked.output.outcome.dialog);
    expect(after.output.pane_text).not.toContain("NOT run that");
    expect(existsSync(file)).toBe(false);

    const denied = await call("answer_agent", { id, option: denial });
    expect(denied.output.answered.label.startsWith(denial)).toBe(true);
    expect((await call("wait_for_agent", { id })).output.turn.outcome).toBe("interrupted");
    expect(existsSync(file)).toBe(false);

    await call("prompt_agent", { id, prompt: `play:escalate touch ${file}\nplay:say It is there.` });
    await call("answer_agent", { id, option: consent });
    expect((await call("wait_for_agent", { id })).output.outcome.message?.text).toBe("It is there.");
    expect(existsSync(file)).toBe(true);
    expect(model.heard.flat()).not.toContain("please do NOT run that");
  });

  test("an API error is told as one, and the agent goes on", async ({ spawned, call }) => {
    const id = await spawned();
    const failed = await call("prompt_agent", { id, prompt: "play:error 400" });
    expect(failed.output.outcome).toMatchObject({
      outcome: "provider_error",
      blocked_reason: "provider_error",
    });
    expect(failed.output.outcome.error_excerpt).toContain("400");
    expect((await call("prompt_agent", { id, prompt: "play:say better now" })).text).toBe("better now");
  });

  test("an interrupt stops the turn; after an early one the next prompt arrives alone", async ({
    spawned,
    call,
    model,
  }) => {
    const id = await spawned();
    for (const prompt of ["play:slow 40 250", "play:hang 30", "play:hang 30\n\nand\nmore\nlines"]) {
      const running = call("prompt_agent", { id, prompt });
      await expect
        .poll(async () => (await call("snapshot_agent", { id })).output.outcome.outcome, { timeout: 15_000 })
        .toBe("running");
      await expect.poll(() => model.heard.flat(), { timeout: 15_000 }).toContain(prompt);
      expect((await call("interrupt_agent", { id })).output.interrupted).toBe(true);
      expect((await running).output.turn.outcome).toBe("interrupted");
    }
    expect((await call("prompt_agent", { id, prompt: "play:say alone" })).text).toBe("alone");
    expect(model.heard.flat()).toContain("play:say alone");
  });

  test("of concurrent prompts one wins and the rest are busy at once", async ({ spawned, call, model }) => {
    const id = await spawned();
    const prompts = Array.from({ length: 4 }, (_, i) => `play:slow 6 250\nnumber ${i}`);
    const answers = await Promise.all(prompts.map((prompt) => call("prompt_agent", { id, prompt })));
    const outcomes = answers
      .map(({ output }) => output.outcome.outcome)
      .toSorted((a, b) => a.localeCompare(b));
    expect(outcomes).toEqual(["busy", "busy", "busy", "ready"]);
    expect(
      answers.find(({ output }) => output.outcome.outcome === "busy")?.output.outcome.held_by.purpose,
    ).toBe("prompt");
    expect(model.heard.flat().filter((said) => said.includes("number "))).toHaveLength(1);
  });

  test("comes back with its conversation after a kill", async ({ spawned, call, model }) => {
    const id = await spawned();
    await call("prompt_agent", { id, prompt: "play:say first" });
    expect((await call("kill_agent", { id })).output).toMatchObject({ killed: true, already_gone: false });
    expect((await call("kill_agent", { id })).output).toMatchObject({ killed: true, already_gone: true });
    expect((await call("wait_for_agent", { id })).output.outcome.outcome).toBe("dead");
    expect((await call("send_keys_to_agent", { id, keys: ["Enter"] })).failure).toBe("AgentDead");

    const back = await call("prompt_agent", { id, prompt: "play:say second" });
    expect(back.text).toBe("second");
    expect(back.output.resumed).toBe(true);
    expect(model.remembered).toEqual(expect.arrayContaining(["play:say first", "play:say second"]));
  });

  test("a prompt of 200 kB arrives byte for byte", async ({ spawned, call, model }) => {
    const id = await spawned();
    const lines = Array.from(
      { length: 4_600 },
      (_, i) => `${i}: words – with ünïcode, "quotes" and $(dollars)`,
    );
    const prompt = `${lines.join("\n")}\nplay:say all of it`;
    expect(Buffer.byteLength(prompt)).toBeGreaterThan(200_000);
    expect((await call("prompt_agent", { id, prompt })).text).toBe("all of it");
    expect(model.heard.flat().filter((said) => said === prompt)).toHaveLength(1);
  });

  test("paragraphs, lists, boxes and what looks like a dialog arrive once, byte for byte", async ({
    spawned,
    call,
    model,
  }) => {
    const id = await spawned();
    const prompts = [
      "para\n\nSecond paragraph.",
      `${Array.from({ length: 30 }, (_, i) => `l${i}`).join("\n")}\nend`,
      "draw\n│ > y │\n╰────╯",
      "x\n❯ 1. Yes\n  2. No\nEnter to select · Esc to cancel",
      "look at @plan",
      "# heading",
      "claude --resume abc\nTo continue this session, run codex\nAgent powering down. Goodbye!",
    ];
    for (const prompt of prompts) {
      const { output } = await call("prompt_agent", { id, prompt });
      expect(output.outcome, prompt).toMatchObject({
        outcome: "ready",
        fresh_message: true,
      });
    }
    const heard = model.heard.flat();
    // A file that is named is read and named in full by one of them; the words are there all the same.
    const named = prompts.filter((prompt) => !prompt.includes("@"));
    for (const prompt of named) expect(heard.filter((said) => said === prompt)).toHaveLength(1);
    expect(heard.filter((said) => said.startsWith("look at @plan"))).toHaveLength(1);
  });

  test("a prompt that begins like a command arrives as it is, or is refused with nothing typed", async ({
    spawned,
    call,
    home,
    model,
  }) => {
    const id = await spawned();
    for (const prompt of ["!touch made-by-shell", "/help"]) {
      const { output, failure } = await call("prompt_agent", { id, prompt });
      if (failure === undefined) expect(output.outcome.message.text).toContain(prompt);
      else expect(failure).toBe("InvalidArgument");
      expect(model.heard.flat().filter((said) => said === prompt)).toHaveLength(
        failure === undefined ? 1 : 0,
      );
    }
    expect(existsSync(join(home.project, "made-by-shell"))).toBe(false);
    expect((await call("prompt_agent", { id, prompt: "play:say still here" })).text).toBe("still here");
  });

  test("a composer in shell mode takes no prompt, and does once it is left", async ({
    spawned,
    call,
    home,
    model,
  }) => {
    const id = await spawned();
    await call("send_keys_to_agent", { id, text: "!", paste: false });
    const snapshot = async () => (await call("snapshot_agent", { id })).output.outcome.blocked_reason;
    await expect.poll(snapshot, { timeout: 15_000 }).toBe("composer_mode");
    const refused = await call("prompt_agent", { id, prompt: "touch made-by-shell", timeout_ms: 2_000 });
    expect(refused.output.outcome).toMatchObject({ outcome: "blocked", blocked_reason: "composer_mode" });
    expect(existsSync(join(home.project, "made-by-shell"))).toBe(false);

    await call("send_keys_to_agent", { id, keys: [nameOf(pin) === "gemini" ? "Escape" : "BSpace"] });
    await expect.poll(snapshot, { timeout: 15_000 }).toBeUndefined();
    expect((await call("prompt_agent", { id, prompt: "play:say back" })).text).toBe("back");
    expect(model.heard.flat()).not.toContain("touch made-by-shell");
  });

  test("words that end a program, in its own reply, end nothing", async ({ spawned, call }) => {
    const id = await spawned();
    const words =
      "Say:\\n\\nclaude --resume abc\\nTo continue this session, run x\\nAgent powering down. Goodbye!";
    expect((await call("prompt_agent", { id, prompt: `play:say ${words}` })).output.outcome.outcome).toBe(
      "ready",
    );
    expect((await call("prompt_agent", { id, prompt: "play:say next" })).text).toBe("next");
  });

  describe("in a small window", () => {
    const small = test.extend({
      overrides: async ({}, use) =>
        use({
          tmux: { socket: "agents", configFile: "/dev/null" },
          agents: { variables: ["LOCAL_MODEL_KEY"], width: 60, height: 20 },
        }),
    });

    small("takes prompts that are taller than its composer", async ({ spawned, call, model }) => {
      const id = await spawned();
      const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
      const wide = String.fromCodePoint(...Array.from({ length: 160 }, (_, i) => 0x4e00 + i));
      const lines = Array.from({ length: 12 }, (_, i) => `line ${i}`).join("\n");
      for (const prompt of [words, wide, lines, `${words}\n\n${words}`]) {
        const { output } = await call("prompt_agent", { id, prompt });
        expect(output.outcome, prompt).toMatchObject({
          outcome: "ready",
          fresh_message: true,
        });
        expect(model.heard.flat().filter((said) => said === prompt)).toHaveLength(1);
      }
    });
  });
});

plain("a prompt whose Enter is never heard is taken out again, to the last line", async () => {
  await using stage = await fakeStage({ swallow: 1_000 });
  const { agents, id, pane, run, log } = stage;
  const { outcome } = await agents.prompt(id, "one\n\ntwo\nthree", { timeoutMs: 30_000, noYolo: false });
  expect(outcome).toMatchObject({ outcome: "blocked", blocked_reason: "enter_ignored" });
  expect(run("capture-pane", "-p", "-t", pane)).not.toContain("three");
  expect(existsSync(log) && readFileSync(log, "utf8")).not.toContain("prompt");
});
