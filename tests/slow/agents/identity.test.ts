import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe } from "vitest";
import { expect, modeOf, nameOf, PROGRAMS, test as room } from "./room.ts";

/** One release of each program: what is told here lies with the program's files, not with its screens. */
const NEWEST = PROGRAMS.filter((pin) => pin !== "claude-2.1.197");

describe.each(PROGRAMS)("%s", (pin) => {
  room.extend({ pin })("two agents in one folder never mix", async ({ spawned, call }) => {
    const [a, b] = [await spawned(), await spawned()];
    const replies = await Promise.all([
      call("prompt_agent", { id: a, prompt: "play:slow 6 200\nplay:say never reached" }),
      call("prompt_agent", { id: b, prompt: "play:say from b" }),
    ]);
    expect(replies.map(({ text }) => text.trim())).toEqual([
      expect.stringContaining("piece 6 of 6."),
      "from b",
    ]);
  });
});

describe.each(NEWEST)("%s", (pin) => {
  const test = room.extend({ pin });

  test("a window killed by somebody else is told as dead during the turn, and the next prompt starts it again", async ({
    spawned,
    call,
    tmux,
    model,
  }) => {
    const id = await spawned();
    await call("prompt_agent", { id, prompt: "play:say first" });
    const running = call("prompt_agent", { id, prompt: "play:slow 40 250" });
    await expect.poll(() => model.heard.flat(), { timeout: 15_000 }).toContain("play:slow 40 250");
    const { window_id } = (await call("snapshot_agent", { id })).output.agent.tmux;
    tmux("kill-window", "-t", window_id);

    expect((await running).output.outcome.outcome).toBe("dead");
    expect((await call("snapshot_agent", { id })).output.agent.state).toBe("dead");
    const back = await call("prompt_agent", { id, prompt: "play:say again" });
    expect(back.output).toMatchObject({ resumed: true, agent: { id } });
    expect(back.text).toBe("again");
  });

  test("with the tmux server gone everything is told as dead, and a stranger with the same ids is left alone", async ({
    spawned,
    call,
    tmux,
  }) => {
    const id = await spawned();
    const before = (await call("prompt_agent", { id, prompt: "play:say first" })).output.agent.tmux;
    tmux("kill-server");
    expect((await call("wait_for_agent", { id })).output.outcome.outcome).toBe("dead");

    // A new server counts from zero again, so its panes bear the ids of the old one's.
    for (let i = 0; i < 8; i += 1)
      tmux("new-session", "-d", "-s", `stranger${i}`, "-x", "80", "-y", "24", "exec cat");
    const panes = tmux("list-panes", "-a", "-F", "#{pane_id}").trim().split("\n");
    expect(panes).toContain(before.pane_id);

    expect((await call("snapshot_agent", { id })).output.agent.state).toBe("dead");
    expect((await call("send_keys_to_agent", { id, text: "not for you" })).failure).toBe("AgentDead");
    // A program may outlive its terminal: the first kill ends what is left of it.
    expect((await call("kill_agent", { id })).output.killed).toBe(true);
    expect((await call("kill_agent", { id })).output.already_gone).toBe(true);
    expect(tmux("capture-pane", "-p", "-t", before.pane_id).trim()).toBe("");
    expect(tmux("list-panes", "-a", "-F", "#{pane_id}").trim().split("\n")).toEqual(
      expect.arrayContaining(panes),
    );
    expect((await call("prompt_agent", { id, prompt: "play:say elsewhere" })).text).toBe("elsewhere");
    for (const pane of panes) expect(tmux("capture-pane", "-p", "-t", pane).trim()).toBe("");
  });

  test("a pane that was moved to another window is neither typed into nor killed", async ({
    spawned,
    call,
    tmux,
  }) => {
    const id = await spawned();
    const { pane_id } = (await call("snapshot_agent", { id })).output.agent.tmux;
    tmux("new-session", "-d", "-s", "other", "exec cat");
    tmux("join-pane", "-d", "-s", pane_id, "-t", "other:");

    expect((await call("prompt_agent", { id, prompt: "play:say no" })).output.outcome).toMatchObject({
      outcome: "blocked",
      blocked_reason: "ambiguous_target",
    });
    expect((await call("kill_agent", { id })).failure).toBe("AmbiguousTarget");
    expect((await call("send_keys_to_agent", { id, keys: ["Enter"] })).failure).toBe("AmbiguousTarget");
    expect(tmux("list-panes", "-a", "-F", "#{pane_id}")).toContain(pane_id);
    tmux("kill-pane", "-t", pane_id);
  });

  test("a kill ends a turn somebody waits for", async ({ spawned, call, model }) => {
    const id = await spawned();
    const running = call("prompt_agent", { id, prompt: "play:slow 60 250" });
    await expect.poll(() => model.heard.flat(), { timeout: 15_000 }).toContain("play:slow 60 250");
    expect((await call("kill_agent", { id })).output.killed).toBe(true);
    expect((await running).output.outcome.outcome).toBe("dead");
    expect((await call("list_agents", { include_ended: true })).output.agents[0].agent.state).toBe("killed");
  });

  test("a repeated key gives the first turn and the first agent, never a second", async ({
    spawned,
    call,
    model,
    home,
  }) => {
    const key = { idempotency_key: "spawn-1" };
    const id = await spawned(key);
    const again = await call(`spawn_${nameOf(pin)}`, { cwd: home.project, ...modeOf(pin), ...key });
    expect(again.output.agent.id).toBe(id);
    const args = { id, prompt: "play:say once", idempotency_key: "turn-1" };
    const [first, second] = [await call("prompt_agent", args), await call("prompt_agent", args)];
    expect(second.output.turn.id).toBe(first.output.turn.id);
    expect(second.text).toBe("once");
    expect(model.heard.flat().filter((said) => said === "play:say once")).toHaveLength(1);
    await call("kill_agent", { id });
    const late = await call("prompt_agent", args);
    expect(late.output).toMatchObject({ outcome: { outcome: "dead" }, turn: { outcome: "completed" } });
    expect(late.text).toBe("once");
    const other = await call("prompt_agent", { ...args, prompt: "play:say twice" });
    expect(other.failure).toBe("IdempotencyKeyReused");
  });

  test("a draft somebody left in the composer is neither sent nor erased", async ({
    spawned,
    call,
    tmux,
    model,
  }) => {
    const id = await spawned();
    const { pane_id } = (await call("snapshot_agent", { id })).output.agent.tmux;
    tmux("send-keys", "-l", "-t", pane_id, "half a thought");
    await expect.poll(() => tmux("capture-pane", "-p", "-t", pane_id)).toContain("half a thought");
    const refused = await call("prompt_agent", { id, prompt: "play:say mine" });
    expect(refused.output.outcome).toMatchObject({ outcome: "blocked", blocked_reason: "composer_draft" });
    expect(tmux("capture-pane", "-p", "-t", pane_id)).toContain("half a thought");
    expect(tmux("capture-pane", "-p", "-t", pane_id)).not.toContain("mine");
    expect(model.heard).toEqual([]);
  });

  test("one_shot returns the words alone and leaves nothing", async ({ call, home, tmux }) => {
    const asked = { cwd: home.project, provider: nameOf(pin), ...modeOf(pin) };
    const shot = await call("one_shot", { prompt: "play:say only this", ...asked });
    expect(shot.text).toBe("only this");
    expect(shot.output).toMatchObject({
      outcome: "ready",
      fresh_message: true,
      killed: true,
      kill: { status: "ok" },
    });
    const failed = await call("one_shot", { text: "play:error 400", ...asked });
    expect(failed.output).toMatchObject({ outcome: "provider_error", killed: true });
    expect(failed.output.error_excerpt).toContain("400");
    // The server goes with its last window, as soon as termgate has left it too.
    await expect
      .poll(
        () => {
          try {
            return tmux("list-sessions");
          } catch {
            return "no server";
          }
        },
        { timeout: 10_000 },
      )
      .toBe("no server");
  });

  test("a termgate killed in the middle of a turn leaves a turn the next one finishes", async ({
    call,
    home,
    tmux,
    environment,
    stateDir,
    model,
  }) => {
    const prompt = "play:slow 24 250";
    const program = new URL("../../../src/main.ts", import.meta.url).pathname;
    const flags = ["--socket", "agents", "--state-dir", stateDir, "--provider", nameOf(pin)];
    const wanted = modeOf(pin)["model"];
    const choice = typeof wanted === "string" ? ["--model", wanted] : [];
    const child = spawn(
      process.execPath,
      [program, "prompt", prompt, "--keep", "--cwd", home.project, ...choice, ...flags],
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
  });
});
