import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openChannel } from "../../src/agents/channel/files.ts";
import { makeEventFolder } from "../../src/agents/channel/hook-events.ts";
import codex from "../../src/agents/providers/codex.ts";
import { temporary } from "./stage.ts";

test("a turn that began before the program did was cut short; one that began after is running", () => {
  const root = temporary();
  const rollout = join(root, "rollout.jsonl");
  const events = join(root, "events");
  makeEventFolder(events);
  writeFileSync(
    join(events, "1.json"),
    JSON.stringify({ hook_event_name: "SessionStart", transcript_path: rollout }),
  );
  const timestamp = new Date(5_000).toISOString();
  writeFileSync(
    rollout,
    `${JSON.stringify({ timestamp, type: "event_msg", payload: { type: "task_started", turn_id: "t" } })}\n`,
  );
  const newsSince = (since: number) =>
    openChannel(codex.files, {
      home: root,
      env: {},
      cwd: root,
      sessionId: undefined,
      events,
      pid: undefined,
      since,
    }).news();

  expect(newsSince(4_000)).toMatchObject({ phase: "busy", turns: [{ outcome: "running" }] });
  expect(newsSince(6_000)).toMatchObject({ phase: "idle", turns: [{ outcome: "interrupted" }] });
  rmSync(root, { recursive: true });
});
