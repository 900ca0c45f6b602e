import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test as base } from "vitest";
import { isLock, Locks } from "../../src/agents/registry/locks.ts";
import { noRoom } from "../../src/errors.ts";
import { Registry } from "../../src/agents/registry/registry.ts";
import { SCHEMA_VERSION } from "../../src/agents/registry/schema.ts";
import { startTime } from "../../src/os/process.ts";

const test = base.extend<{ path: string; registry: Registry; agent: string }>({
  path: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "registry-"));
    await use(join(folder, "state", "agents.sqlite3"));
    rmSync(folder, { recursive: true, force: true });
  },
  registry: async ({ path }, use) => {
    const registry = new Registry(path);
    await use(registry);
    registry.close();
  },
  agent: async ({ registry }, use) => {
    const added = registry.addAgent({
      provider: "claude",
      launch: { model: "opus" },
      cwd: "/",
      sessionId: "s",
    });
    await use(added.id);
  },
});

test("is readable by its owner alone and keeps its rows", ({ path, registry, agent }) => {
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const other = new Registry(path);
  expect(other.agent(agent)).toEqual(registry.agent(agent));
  expect(other.agent(agent)).toMatchObject({
    provider: "claude",
    launch: { model: "opus" },
    state: "starting",
    resurrections: 0,
  });
  other.close();
});

test("leaves a registry of a newer termgate alone", ({ path, registry }) => {
  registry.db.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  expect(() => new Registry(path)).toThrow(/schema/);
  expect(registry.db.prepare("PRAGMA user_version").get()).toEqual({ user_version: SCHEMA_VERSION + 1 });
});

test("takes a registry of an older termgate along, with its rows", ({ path, registry, agent }) => {
  const turn = registry.addTurn(agent, "words", "");
  registry.db.exec(
    "ALTER TABLE turns DROP COLUMN transcript; DROP INDEX agents_alive; PRAGMA user_version = 1",
  );
  const newer = new Registry(path);
  newer.setTranscript(turn.id, "/a/file");
  expect(newer.turn(turn.id)).toEqual({ ...turn, transcript: "/a/file" });
  newer.close();
});

test("a file that is no database is named and left as it is", ({ path, registry }) => {
  expect(registry.agents()).toEqual([]);
  const garbage = `${path}.other`;
  writeFileSync(garbage, "something else entirely ".repeat(100));
  expect(() => new Registry(garbage)).toThrow(garbage);
  expect(readFileSync(garbage, "utf8")).toContain("something else entirely");
});

test("a full disk is told as one, and half a change is none", ({ registry, agent }) => {
  registry.db.exec("PRAGMA max_page_count = 1");
  const launch = { model: "x".repeat(100_000) };
  const add = () =>
    registry.whole(() => {
      registry.setSession(agent, "changed");
      registry.addAgent({ provider: "claude", launch, cwd: "/", sessionId: undefined });
    });
  let thrown: unknown;
  try {
    add();
  } catch (error) {
    thrown = error;
  }
  expect(noRoom(thrown)?.message).toContain("no room");
  expect(registry.agents().map(({ id, sessionId }) => [id, sessionId])).toEqual([[agent, "s"]]);
});

test("those that ended do not have to be read to find those that live", ({ registry, agent }) => {
  const gone = registry.addAgent({ provider: "claude", launch: {}, cwd: "/", sessionId: undefined });
  registry.setState(gone, "dead");
  expect(registry.agents({ ended: false }).map(({ id }) => id)).toEqual([agent]);
  expect(registry.agents()).toHaveLength(2);
  const plan = registry.db
    .prepare(
      "EXPLAIN QUERY PLAN SELECT * FROM agents WHERE state NOT IN ('dead', 'killed') ORDER BY created_at, id",
    )
    .all();
  expect(JSON.stringify(plan)).toContain("agents_alive");
});

test("several processes may open a new one at once", ({ path }) => {
  const all = Array.from({ length: 8 }, () => new Registry(path));
  expect(all.map((one) => one.agents())).toEqual(all.map(() => []));
  for (const one of all) one.close();
});

test("a row of a provider nobody here knows is not read", ({ path, registry, agent }) => {
  const db = new DatabaseSync(path);
  db.prepare("UPDATE agents SET provider = 'later' WHERE id = ?").run(agent);
  db.close();
  expect(registry.agents()).toEqual([]);
});

test("blocked evidence keeps the time it began, and goes when the agent goes on", ({ registry, agent }) => {
  registry.setBlocked({ id: agent }, "permission_dialog", "first look");
  const { blocked } = registry.agent(agent);
  registry.setBlocked({ id: agent }, "permission_dialog", "second look");
  expect(registry.agent(agent).blocked).toEqual({ ...blocked, snapshot: "second look" });
  registry.setState({ id: agent }, "running");
  expect(registry.agent(agent).blocked).toBeUndefined();
  registry.setBlocked({ id: agent }, "provider_error", "why it was ended");
  registry.setState({ id: agent }, "killed", { keepEvidence: true });
  expect(registry.agent(agent)).toMatchObject({ state: "killed", blocked: { reason: "provider_error" } });
});

test("a state holds since it was first seen, however often it is seen again", ({ path, agent }) => {
  let now = 1_000;
  const clocked = new Registry(path, () => now);
  for (const see of [
    () => clocked.setState({ id: agent }, "ready"),
    () => clocked.setBlocked({ id: agent }, "permission_dialog", "a dialog"),
    () => clocked.setState({ id: agent }, "dead"),
  ]) {
    const first = (now += 1_000);
    see();
    now += 500;
    see();
    expect(clocked.agent(agent).updatedAt).toBe(first);
  }
  expect(clocked.agent(agent).endedAt).toBe(clocked.agent(agent).updatedAt);
  clocked.close();
});

test("a key stands for one request, across openings", ({ path, registry, agent }) => {
  registry.takeKey("k", "words", { agentId: agent, turnId: "t" });
  const other = new Registry(path);
  expect(other.keyed("k", "words")).toEqual({ agentId: agent, turnId: "t" });
  expect(() => other.keyed("k", "other words")).toThrow(/another request/);
  expect(() => other.takeKey("k", "words", { agentId: agent })).toThrow();
  other.close();
});

test("what is begun together happens together", ({ registry, agent }) => {
  expect(() =>
    registry.whole(() => {
      registry.addTurn(agent, "lost", "");
      throw new Error("in the middle");
    }),
  ).toThrow("in the middle");
  expect(registry.lastTurn(agent)).toBeUndefined();
});

test("one holder at a time, who is named to the others", ({ registry, agent }) => {
  const [ours, theirs] = [new Locks(registry, "one"), new Locks(registry, "two")];
  const lock = ours.take(agent, "prompt");
  expect(isLock(lock)).toBe(true);
  expect(theirs.take(agent, "kill")).toMatchObject({ owner: "one", purpose: "prompt", pid: process.pid });
  if (isLock(lock)) lock[Symbol.dispose]();
  expect(isLock(theirs.take(agent, "kill"))).toBe(true);
});

test("a lease that ran out is free, and its old holder can neither keep nor free the new one", ({
  registry,
  agent,
}) => {
  let now = Date.now();
  const old = new Locks(registry, "one", () => now).take(agent, "prompt");
  now += 61_000;
  const fresh = new Locks(registry, "two", () => now).take(agent, "prompt");
  if (!isLock(old) || !isLock(fresh)) throw new Error("both should have been taken");
  expect([old.holds(), fresh.holds()]).toEqual([false, true]);
  old[Symbol.dispose]();
  expect(fresh.holds()).toBe(true);
  fresh[Symbol.dispose]();
});

test("a lock whose process died is free at once", async ({ registry, agent }) => {
  const child = spawn("sleep", ["60"]);
  const { pid = 0 } = child;
  registry.db
    .prepare("INSERT INTO locks VALUES (?, 't', 'gone', ?, ?, 'prompt', ?, ?)")
    .run(agent, pid, startTime(pid) ?? null, Date.now(), Date.now() + 60_000);
  const locks = new Locks(registry, "two");
  expect(isLock(locks.take(agent, "prompt"))).toBe(false);
  child.kill("SIGKILL");
  await new Promise((gone) => child.once("exit", gone));
  expect(isLock(locks.take(agent, "prompt"))).toBe(true);
});
