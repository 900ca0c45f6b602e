import { spawn } from "node:child_process";
import { once } from "node:events";
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

room(
  "a termgate killed in the middle of a turn leaves a turn the next one finishes",
  async ({ call, home, tmux, environment, stateDir, model }) => {
    const prompt = "play:slow 24 250";
    const program = new URL("../../../src/main.ts", import.meta.url).pathname;
    const flags = ["--socket", "agents", "--state-dir", stateDir];
    const child = spawn(
      process.execPath,
      [program, "prompt", prompt, "--keep", "--cwd", home.project, "--model", "sonnet", ...flags],
      { env: environment, stdio: "ignore" },
    );
    await expect.poll(() => model.heard.flat(), { timeout: 30_000 }).toContain(prompt);
    child.kill("SIGKILL");
    await once(child, "exit");

    const [{ agent }] = (await call("list_agents")).output.agents;
    const done = await call("wait_for_agent", { id: agent.id });
    expect(done.output.outcome.message?.text).toContain("piece 24 of 24.");
    expect((await call("prompt_agent", { id: agent.id, prompt: "play:say and on" })).text).toBe("and on");
    expect(model.heard.flat().filter((said) => said === prompt)).toHaveLength(1);
    await call("kill_agent", { id: agent.id });
    expect(() => tmux("list-panes", "-t", agent.tmux.pane_id)).toThrow();
  },
);
