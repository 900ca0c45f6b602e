import { expect, test } from "vitest";
import { createSurface } from "../../src/protocol/surface.ts";
import { tools } from "../../src/tools/index.ts";

const all = () => true;

test("the drop-in profile lists the nine names its users know, and no other", () => {
  const surface = createSurface(tools, { profile: "botctl", outputSchemas: "brief", installed: all });
  const names = surface.list("destructive").map(({ name }) => name);
  expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual([
    "kill",
    "one_shot",
    "prompt",
    "send_keys",
    "snapshot",
    "spawn_agy",
    "spawn_claude",
    "spawn_codex",
    "wait",
  ]);
});

test("older names reach the agents' tools when an agent's id is given, and only then", () => {
  const surface = createSurface(tools, { profile: "full", outputSchemas: "brief", installed: all });
  expect(surface.find("prompt", { id: "x", prompt: "y" })?.name).toBe("prompt_agent");
  expect(surface.find("wait", { id: "x" })?.name).toBe("wait_for_agent");
  expect(surface.find("kill", { id: "x" })?.name).toBe("kill_agent");
  expect(surface.find("snapshot", { id: "x" })?.name).toBe("snapshot_agent");
  expect(surface.find("send_keys", { id: "x", keys: ["Enter"] })?.name).toBe("send_keys_to_agent");
  expect(surface.find("send_keys", { pane_id: "%1", keys: "ls" })?.name).toBe("send_keys");
});

test("one_shot is listed while any of the programs is there", () => {
  const listed = (installed: (program: string) => boolean) =>
    createSurface(tools, { profile: "full", outputSchemas: "brief", installed })
      .list("destructive")
      .some(({ name }) => name === "one_shot");
  expect(listed((program) => program === "gemini")).toBe(true);
  expect(listed(() => false)).toBe(false);
});

test("a spawn tool is listed only while its program is there", () => {
  const surface = createSurface(tools, {
    profile: "full",
    outputSchemas: "brief",
    installed: (program) => program === "codex",
  });
  const names = surface.list("destructive").map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("spawn_"))).toEqual(["spawn_codex"]);
});

test("looking and waiting are readonly; everything that presses a key or ends something is not", () => {
  const tierOf = (name: string) => tools.find((tool) => tool.name === name)?.tier;
  for (const name of ["list_agents", "snapshot_agent", "wait_for_agent"])
    expect(tierOf(name)).toBe("readonly");
  for (const name of [
    "spawn_claude",
    "prompt_agent",
    "answer_agent",
    "interrupt_agent",
    "send_keys_to_agent",
    "one_shot",
    "kill_agent",
  ])
    expect(tierOf(name)).toBe("mutating");
});
