import { describe } from "vitest";
import { expect, PROGRAMS, test as room } from "./room.ts";

const claudes = PROGRAMS.filter((pin) => pin.startsWith("claude"));

describe.each(PROGRAMS.filter((pin) => !pin.startsWith("codex")))("%s", (pin) => {
  const test = room.extend({ pin });

  test("a question is told with its options and answered by label", async ({ spawned, call }) => {
    const id = await spawned();
    const asked = await call("prompt_agent", {
      id,
      prompt: "play:ask Which colour do you like? | red | blue\nplay:say Noted.",
    });
    expect(asked.output.outcome.outcome).toBe("needs_user_input");
    expect(asked.output.outcome.dialog.options.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(["red", "blue"]),
    );
    expect((await call("answer_agent", { id, option: "blue" })).output.answered.label).toBe("blue");
    expect((await call("wait_for_agent", { id })).output.outcome.message?.text).toBe("Noted.");
  });
});

/** In its Plan mode alone does Codex ask, and propose a plan. */
room.extend({ pin: "codex-0.169.0" })(
  "Codex in Plan mode asks, proposes a plan after its turn has ended, and takes both answers by label",
  async ({ spawned, call, tmux, model }) => {
    const id = await spawned();
    const { pane_id } = (await call("snapshot_agent", { id })).output.agent.tmux;
    await call("send_keys_to_agent", { id, keys: ["BTab"] });
    await expect.poll(() => tmux("capture-pane", "-p", "-t", pane_id)).toContain("Plan mode");

    const asked = await call("prompt_agent", {
      id,
      prompt: "play:ask Which colour do you like? | red | blue\nplay:say Noted.",
    });
    expect(asked.output.outcome).toMatchObject({
      outcome: "needs_user_input",
      blocked_reason: "user_question",
    });
    expect(asked.output.outcome.dialog.options.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(["red", "blue"]),
    );
    expect((await call("answer_agent", { id, option: "blue" })).output.answered.label).toBe("blue");
    expect((await call("wait_for_agent", { id })).output.outcome.message?.text).toBe("Noted.");

    const prompt = "play:say <proposed_plan>\\n# Plan\\n- Look\\n- Write\\n</proposed_plan>";
    const planned = await call("prompt_agent", { id, prompt });
    expect(planned.output.outcome).toMatchObject({
      outcome: "blocked",
      blocked_reason: "plan_approval_prompt",
    });
    const onto = await call("prompt_agent", { id, prompt: "not into the dialog", timeout_ms: 1_000 });
    expect(onto.output.outcome.blocked_reason).toBe("plan_approval_prompt");
    const { answered } = (await call("answer_agent", { id, option: "No, stay in Plan mode" })).output;
    expect(answered.label).toBe("No, stay in Plan mode");
    expect((await call("wait_for_agent", { id })).output.outcome.message?.text).toContain("- Look");
    expect((await call("prompt_agent", { id, prompt: "play:say going on" })).text).toBe("going on");
    expect(model.heard.flat()).not.toContain("not into the dialog");
  },
);

room.extend({ pin: "gemini-0.61.0" })(
  "Gemini's plan blocks, refuses a prompt, and is approved by label",
  async ({ spawned, call, model }) => {
    const id = await spawned({ permission_mode: "plan" });
    const planned = await call("prompt_agent", { id, prompt: "play:plan go\nplay:say Begun." });
    expect(planned.output.outcome).toMatchObject({
      outcome: "blocked",
      blocked_reason: "plan_approval_prompt",
      dialog: { kind: "plan", title: "Ready to start implementation?" },
    });
    const onto = await call("prompt_agent", { id, prompt: "not into the dialog", timeout_ms: 1_000 });
    expect(onto.output.outcome.blocked_reason).toBe("plan_approval_prompt");
    const { answered } = (await call("answer_agent", { id, option: "Yes, manually accept edits" })).output;
    expect(answered.id).toBe("2");
    expect((await call("wait_for_agent", { id })).output.outcome.message?.text).toBe("Begun.");
    expect(model.heard.flat()).not.toContain("not into the dialog");
  },
);

describe.each(claudes)("%s", (pin) => {
  const test = room.extend({ pin });

  test("a plan blocks until somebody approves it", async ({ spawned, call }) => {
    const id = await spawned({ permission_mode: "plan" });
    const planned = await call("prompt_agent", { id, prompt: "play:plan Look, then write" });
    expect(planned.output.outcome).toMatchObject({
      outcome: "blocked",
      blocked_reason: "plan_approval_prompt",
    });
    const { options } = planned.output.outcome.dialog;
    expect(options.length).toBeGreaterThan(1);
    await call("interrupt_agent", { id });
    expect((await call("wait_for_agent", { id })).output.turn.outcome).toBe("interrupted");
  });
});

describe.each(PROGRAMS)("%s", (pin) => {
  const test = room.extend({ pin });

  test("an error that passes is not told as one", async ({ spawned, call }) => {
    const id = await spawned();
    const code = pin.startsWith("gemini") ? 503 : 500;
    expect((await call("prompt_agent", { id, prompt: `play:error ${code} 1` })).text).toBe("Here again.");
  });
});
