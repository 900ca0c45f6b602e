import { expect, test } from "vitest";
import { providers } from "../../src/agents/known.ts";
import { isEcho, mustArrive } from "../../src/agents/submit.ts";

const LINES = Array.from({ length: 42 }, (_, i) => `line ${i}`).join("\n");

test.each([
  ["hello\nthere", "hello there"],
  ["one\n\ntwo", "one\n\n  two\n"],
  ["│ > y │", "│ > y │"],
  ["naïve 👩‍🚀 words", "nai\u0308ve 👩 words"],
  ["…line 40\nline 41", LINES],
  ["line 0\nline 1…", LINES],
  ["…line 20\nline 21…", LINES],
  ["[Pasted text #1 +41 lines]", LINES],
  ["[Pasted Text: 42 lines]", LINES],
  ["[Pasted text #7]", "word ".repeat(300)],
  ["[Pasted Content 1200 chars]", "w".repeat(1_200)],
  ["[Pasted Text: 850 chars] #2", "x".repeat(850)],
])("%j is the echo of what was pasted", (draft, text) => {
  expect(isEcho(draft.replace("] #2", " #2]"), text)).toBe(true);
});

test.each([
  ["", "hello"],
  ["somebody's draft", "hello"],
  ["hell", "hello"],
  ["hello and more", "hello"],
  ["first hello", "hello"],
  ["line 40\nline 41", LINES],
  ["somebody's words, and then …line 41", LINES],
  ["…somebody's words line 41", LINES],
  ["[Pasted text #1 +9 lines]", LINES],
  ["[Pasted text #1]", LINES],
  ["[Pasted text #1 +41 lines] and more", LINES],
  ["mine [Pasted text #1 +41 lines]", LINES],
  ["[Pasted text #1 +41 lines][Pasted text #2 +41 lines]", LINES],
  ["[Pasted Content 1201 chars]", "w".repeat(1_200)],
])("%j is no echo: somebody else's words would go along", (draft, text) => {
  expect(isEcho(draft, text)).toBe(false);
});

test.each([
  ["claude", "!touch here", false],
  ["claude", "/help", false],
  ["claude", " /compact now", false],
  ["claude", "/etc/hosts is what", true],
  ["claude", "# heading", true],
  ["claude", "so!", true],
  ["gemini", "/help", false],
  ["gemini", "!touch here", true],
  ["codex", "/help", true],
  ["codex", "!touch here", true],
] as const)("%s: %j is a prompt: %s", (provider, text, arrives) => {
  const ask = () => mustArrive(providers[provider], text);
  if (arrives) expect(ask).not.toThrow();
  else expect(ask).toThrow(/nothing was typed/);
});
