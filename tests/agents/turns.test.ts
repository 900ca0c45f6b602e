import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claudeTurns } from "../../src/agents/providers/claude.ts";
import { codexTurns } from "../../src/agents/providers/codex.ts";
import { geminiTurns } from "../../src/agents/providers/gemini.ts";
import { JsonLines } from "../../src/agents/channel/json-lines.ts";
import { agyReply } from "../../src/agents/providers/agy.ts";
import { verdictOn } from "../../src/agents/drift.ts";
import { sanitised } from "../../src/agents/submit.ts";

const said = (promptId: string, content: unknown) => ({
  type: "user",
  promptId,
  timestamp: "2026-11-18T07:00:00Z",
  message: { role: "user", content },
});
const spoke = (id: string, stop_reason: string | null, ...content: object[]) => ({
  type: "assistant",
  message: { id, role: "assistant", stop_reason, content },
});
const text = (words: string) => ({ type: "text", text: words });
const over = { type: "system", subtype: "turn_duration" };

test("a Claude reply is the last message's text, thoughts and earlier sentences left out", () => {
  const turns = claudeTurns([
    said("p1", "go"),
    spoke("m1", "tool_use", text("On it.")),
    spoke("m1", "tool_use", { type: "tool_use", name: "Bash" }),
    said("p1", [{ type: "tool_result" }]),
    { ...spoke("side", "end_turn", text("from a helper")), isSidechain: true },
    spoke("m2", "end_turn", { type: "thinking", thinking: "hm" }),
    spoke("m2", "end_turn", text("Done.  \n")),
    over,
  ]);
  expect(turns).toMatchObject([
    { id: "p1", prompt: "go", outcome: "completed", text: "Done.  \n", tools: 1 },
  ]);
});

test("a sentence before a tool call is no Claude reply, however the screen looks", () => {
  expect(claudeTurns([said("p1", "go"), spoke("m1", "tool_use", text("On it."))])).toMatchObject([
    { outcome: "running", text: undefined },
  ]);
});

test("a Claude turn can fail, be interrupted, or end by its hook before the transcript says so", () => {
  const error = { ...spoke("e", "stop_sequence", text("API Error: 529")), isApiErrorMessage: true };
  expect(claudeTurns([said("p1", "go"), error])).toMatchObject([
    { outcome: "failed", error: "API Error: 529" },
  ]);
  const stopped = said("p1", [text("[Request interrupted by user]")]);
  expect(claudeTurns([said("p1", "go"), spoke("m", null, text("half")), stopped])).toMatchObject([
    { outcome: "interrupted", text: undefined },
  ]);
  const hook = { name: "Stop", at: 1, body: { prompt_id: "p1" } };
  expect(claudeTurns([said("p1", "go"), spoke("m", "end_turn", text("yes"))], [hook])).toMatchObject([
    { outcome: "completed", text: "yes" },
  ]);
});

test("Codex turns start, end, fail and stop by their ids", () => {
  const event = (type: string, turn_id: string, more = {}) => ({
    type: "event_msg",
    timestamp: "2026-11-18T07:00:00Z",
    payload: { type, turn_id, ...more },
  });
  const user = (words: string) => ({
    type: "response_item",
    payload: { type: "message", role: "user", content: [{ text: words }] },
  });
  const turns = codexTurns([
    event("task_started", "a"),
    user("<environment_context>\n</environment_context>"),
    user("go"),
    { type: "response_item", payload: { type: "function_call" } },
    event("task_complete", "a", { last_agent_message: "Same." }),
    event("task_started", "b"),
    event("task_complete", "b", { last_agent_message: "Same." }),
    event("task_started", "c"),
    event("task_complete", "c", { last_agent_message: null, error: { message: "no" } }),
    event("task_started", "d"),
    event("turn_aborted", "d"),
    event("task_started", "e"),
  ]);
  expect(turns.map(({ id, outcome, text: reply }) => [id, outcome, reply])).toEqual([
    ["a", "completed", "Same."],
    ["b", "completed", "Same."],
    ["c", "failed", undefined],
    ["d", "interrupted", undefined],
    ["e", "running", undefined],
  ]);
  expect(turns[0]).toMatchObject({ prompt: "go", tools: 1 });
});

test("Gemini words before a tool call are no reply", () => {
  const user = { type: "user", id: "u", timestamp: "2026-11-18T07:00:00Z", content: [{ text: "go" }] };
  const first = { type: "gemini", id: "g", content: "On it." };
  expect(geminiTurns([user, first, { ...first, toolCalls: [{}] }])).toMatchObject([
    { id: "u", text: undefined, tools: 1 },
  ]);
  expect(geminiTurns([user, { type: "gemini", id: "h", content: "Done." }])).toMatchObject([
    { text: "Done." },
  ]);
  expect(geminiTurns([user, { type: "info", content: "Request cancelled." }])).toMatchObject([
    { outcome: "interrupted" },
  ]);
});

test("a growing file is read line by line, half lines later, a replaced one anew", () => {
  const folder = mkdtempSync(join(tmpdir(), "lines-"));
  const path = join(folder, "a.jsonl");
  const lines = new JsonLines(path);
  expect(lines.records()).toEqual([]);
  writeFileSync(path, '{"a":1}\n{"b"');
  expect(lines.records()).toEqual([{ a: 1 }]);
  appendFileSync(path, ':"ü"}\nnot json\n');
  expect(lines.records()).toEqual([{ a: 1 }, { b: "ü" }]);
  writeFileSync(path, '{"c":3}\n');
  expect(lines.records()).toEqual([{ c: 3 }]);
  rmSync(folder, { recursive: true });
});

test("a prompt loses what could end its paste or press a key, and nothing else", () => {
  expect(sanitised("a\x1b[201~b\r\nc\td\x03\x1b[A é\u0085")).toBe("ab\nc\td[A é");
  expect(sanitised("-R $(x) 'y'\n\n")).toBe("-R $(x) 'y'\n\n");
});

test("a reply without a transcript is the prose between the prompt and the composer", () => {
  const rule = "─".repeat(40);
  const screen = [
    `${rule}`,
    "> question",
    "",
    "▸ Thought for 1s",
    "  A heading",
    "",
    "● Read(a.txt)",
    "  ⎿ 3 lines",
    "",
    "  The answer",
    "  on two lines.",
    "",
    rule,
    ">",
    rule,
    "? for shortcuts",
  ];
  expect(agyReply(screen.join("\n"))).toBe("The answer\non two lines.");
  expect(agyReply([rule, ">", rule].join("\n"))).toBeUndefined();
});

test("a release newer than the recorded ones is told, an older or recorded one is not", () => {
  expect(verdictOn("2.1.326", ["2.1.197", "2.1.326"])).toBe("recorded");
  expect(verdictOn("2.1.200", ["2.1.197", "2.1.326"])).toBe("older");
  expect(verdictOn("2.2.0", ["2.1.197", "2.1.326"])).toBe("newer");
  expect(verdictOn(null, ["1.0.0"])).toBe("unknown");
});
