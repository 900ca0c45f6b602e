import { describe } from "vitest";
import { expect, modeOf, nameOf, PROGRAMS, test as room } from "./room.ts";

describe.each(PROGRAMS)("%s in a folder it does not know", (pin) => {
  const test = room.extend({ pin, trusted: false });
  const spawn = `spawn_${nameOf(pin)}`;

  test("is told to trust it by the option's label, and starts", async ({ spawned, call }) => {
    const id = await spawned();
    expect((await call("prompt_agent", { id, prompt: "play:say trusted" })).text).toBe("trusted");
  });

  test("waits for a person when nothing may be advanced, and an answer starts it", async ({
    call,
    home,
    tmux,
  }) => {
    expect(tmux).toBeTypeOf("function");
    const blocked = await call(spawn, { cwd: home.project, ...modeOf(pin), policy: { no_yolo: true } });
    expect(blocked.output.outcome).toMatchObject({
      outcome: "blocked",
      blocked_reason: "folder_trust_prompt",
    });
    const { id } = blocked.output.agent;
    const waiting = await call("wait_for_agent", { id, timeout_ms: 1_000 });
    expect(waiting.output.outcome.dialog).toEqual(blocked.output.outcome.dialog);
    const [listed] = (await call("list_agents")).output.agents;
    expect(listed).toMatchObject({ agent: { id, state: "blocked" }, waiting_since_ms: expect.any(Number) });

    const trust = blocked.output.outcome.dialog.options.find(({ label }: { label: string }) =>
      /^(Yes, I )?trust/i.test(label),
    );
    await call("answer_agent", { id, option: trust.label });
    await expect
      .poll(async () => (await call("wait_for_agent", { id, timeout_ms: 5_000 })).output.outcome.outcome, {
        timeout: 30_000,
      })
      .toBe("ready");
    await call("kill_agent", { id });
  });
});

room("arguments are judged before anything is started", async ({ call, home, tmux }) => {
  const cwd = home.project;
  const wrong: [string, Record<string, unknown>][] = [
    ["spawn_claude", { cwd: "/no/such/folder" }],
    ["spawn_claude", { cwd, effort: "enormous" }],
    ["spawn_claude", { cwd, model_preset: "luxurious" }],
    ["spawn_claude", { cwd, timeout_ms: 999 }],
    ["spawn_claude", { cwd, timeout_ms: 3_600_001 }],
    ["spawn_claude", { cwd, policy: "yes" }],
    ["spawn_claude", { cwd, surprise: 1 }],
    ["spawn_codex", { cwd, permission_mode: "plan" }],
    ["spawn_agy", { cwd, model: "x" }],
    ["one_shot", { cwd, prompt: "   " }],
    ["one_shot", { cwd, prompt: "x", provider: "codex", agent: "reviewer" }],
    ["snapshot_agent", { id: "nobody" }],
    ["prompt_agent", { id: "nobody", prompt: "x", policy: 3 }],
    ["snapshot_agent", { id: "nobody", capture_lines: 5_001 }],
  ];
  for (const [tool, args] of wrong) expect((await call(tool, args)).isError, JSON.stringify(args)).toBe(true);
  expect(() => tmux("list-sessions")).toThrow();
});

room("hostile values stay one word each", async ({ spawned, call }) => {
  const id = await spawned({ model: "x'; touch /tmp/never; echo '" });
  const { output } = await call("snapshot_agent", { id });
  expect(output.agent.model).toBe("x'; touch /tmp/never; echo '");
});
