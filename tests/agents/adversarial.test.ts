import { expect, test } from "vitest";
import { classify } from "../../src/agents/classify.ts";
import type { ProviderName } from "../../src/agents/known.ts";
import { providers } from "../../src/agents/known.ts";

const rule = "─".repeat(60);
const claudeComposer = `${rule}\n❯ \n${rule}\n  ? for shortcuts`;
const codexComposer = "› Ask Codex to do anything\n\n  gpt-5.5 high · ~/project";
const geminiComposer = ` ? for shortcuts\n${rule}\n${"▄".repeat(60)}\n >   Type your message or @path/to/file\n${"▀".repeat(60)}\n ~/project   no sandbox   Auto`;

const CASES: readonly (readonly [string, ProviderName, string, string])[] = [
  [
    "a reply that quotes a whole permission dialog",
    "claude",
    "ready",
    `● It looks like this:\n\n   Do you want to proceed?\n   ❯ 1. Yes\n     2. No\n\n   Esc to cancel · Tab to amend\n\n${claudeComposer}`,
  ],
  [
    "a reply that says esc to interrupt in its last line",
    "claude",
    "ready",
    `● Press Esc.\n  esc to interrupt\n${claudeComposer}`,
  ],
  [
    "a reply that begins with a spinner's words",
    "claude",
    "ready",
    `● ✻ Pondering… (3s · esc to interrupt)\n\n✻ Worked for 3s · done 5:15 AM\n\n${claudeComposer}`,
  ],
  [
    "a reply that begins like an API error, and ended well",
    "claude",
    "ready",
    `❯ what is 529\n\n● API Error: 529 means the service is overloaded.\n\n✻ Cooked for 2s · done 5:15 AM\n\n${claudeComposer}`,
  ],
  [
    "a list of numbered advice above the composer",
    "claude",
    "ready",
    `● Choose:\n  1. Allow once\n  2. Deny\n\n${claudeComposer}`,
  ],
  [
    "a spinner with a verb nobody listed",
    "claude",
    "busy",
    `❯ go\n\n✽ Zibbling… (2s · ↑ 1.1k tokens)\n\n${claudeComposer}`,
  ],
  [
    "a spinner above a list of tasks",
    "claude",
    "busy",
    `❯ go\n\n✶ Planning… (12s)\n  ⎿  ☐ first\n     ☐ second\n\n${claudeComposer}`,
  ],
  [
    "an unknown question with choices",
    "claude",
    "blocked",
    `${rule}\n Something quite new\n\n ❯ 1. Do it\n   2. Leave it\n\n Enter to confirm · Esc to cancel`,
  ],
  [
    "choices without numbers",
    "claude",
    "blocked",
    `${rule}\n Something quite new\n\n ❯ Leave it\n   Do it\n\n Enter to confirm · Esc to cancel`,
  ],
  [
    "the older boxed composer",
    "claude",
    "ready",
    `● Done.\n\n╭${"─".repeat(58)}╮\n│ >                                                        │\n╰${"─".repeat(58)}╯\n  ? for shortcuts`,
  ],
  [
    "a survey over the composer",
    "claude",
    "blocked",
    `● How is Claude doing this session? (optional)\n  1: Bad    2: Fine   3: Good   0: Dismiss\n\n${claudeComposer}`,
  ],
  ["half a screen", "claude", "unknown", "● Reading files\n  and more"],
  [
    "a reply that quotes an approval",
    "codex",
    "ready",
    `› how\n\n• Like so:\n  Would you like to run the following command?\n  › 1. Yes, proceed (y)\n    2. No\n  Press enter to confirm or esc to cancel\n\n${codexComposer}`,
  ],
  [
    "a draft that is a numbered list",
    "codex",
    "ready",
    "› 1. first\n  2. second\n\n  gpt-5.5 high · ~/project\n  ← for agents · ? for shortcuts",
  ],
  [
    "a turn that just began",
    "codex",
    "busy",
    `› go\n\n◦ Working (0s • esc to interrupt)\n\n${codexComposer}`,
  ],
  [
    "a turn of an hour",
    "codex",
    "busy",
    `› go\n\n• Working (1h 02m 03s • esc to interrupt)\n\n${codexComposer}`,
  ],
  [
    "an approval whose command wraps",
    "codex",
    "blocked",
    "  Would you like to run the following command?\n\n  $ for f in a b c; do\n      echo $f; done\n\n› 1. Yes, proceed (y)\n  2. No, and tell Codex what to do differently (esc)\n\n  Press enter to confirm or esc to cancel",
  ],
  [
    "an old error above a newer prompt",
    "codex",
    "ready",
    `■ stream error\n\n› again\n\n• Fine now.\n\n${codexComposer}`,
  ],
  ["a status line that says Working", "codex", "busy", "› \n\n  gpt-5.5 high · 80% context left · Working"],
  [
    "a reply that quotes the status line",
    "gemini",
    "ready",
    `✦ You will see:\n   ⠏ Thinking... (esc to cancel, 26s)\n\n${geminiComposer}`,
  ],
  [
    "a box of a finished tool",
    "gemini",
    "ready",
    `╭${"─".repeat(58)}╮\n│ ✓  Shell ls                                              │\n│ ● 1. Allow once                                          │\n│   2. No                                                  │\n╰${"─".repeat(58)}╯\n✦ Done.\n\n${geminiComposer}`,
  ],
  [
    "an approval in a box of its own",
    "gemini",
    "blocked",
    `╭${"─".repeat(58)}╮\n│ Allow execution of [Shell]?                              │\n│                                                          │\n│ ● 1. Allow once                                          │\n│   2. No, suggest changes (esc)                           │\n╰${"─".repeat(58)}╯`,
  ],
  [
    "a permission dialog left in the scrollback",
    "agy",
    "ready",
    `Do you want to proceed?\n> 1. Yes\n  2. No\n\n  ↑/↓ Navigate · tab Amend\nesc to cancel\n\n  Done.\n\n${rule}\n>\n${rule}\n? for shortcuts     Gemini 3.5`,
  ],
  [
    "a pane tmux kept after the end",
    "claude",
    "exited",
    `${claudeComposer}\nPane is dead (status 1, Wed Nov 18 05:29:47 2026)`,
  ],
];

test.each(CASES)("%s (%s) reads as %s", (_name, provider, state, frame) => {
  expect(classify(providers[provider], frame)).toMatchObject({ state });
});

test("a dim placeholder is no draft, the same words typed are one", () => {
  const frame = (text: string) => `${rule}\n❯ ${text}\n${rule}\n  ? for shortcuts`;
  expect(classify(providers.claude, frame("\x1b[7mf\x1b[0;2mix the tests\x1b[0m")).draft).toBe("");
  expect(classify(providers.claude, frame("fix the tests\x1b[7m \x1b[0m")).draft).toBe("fix the tests");
});

test("a title makes an idle-looking screen busy, never a busy one idle", () => {
  const idle = `› hi\n\n• Hello\n\n${codexComposer}`;
  const busy = `› hi\n\n• Working (2s • esc to interrupt)\n\n${codexComposer}`;
  expect(classify(providers.codex, idle, { title: "⠋ talk | project" }).state).toBe("busy");
  expect(classify(providers.codex, busy, { title: "talk | project" }).state).toBe("busy");
  expect(classify(providers.codex, idle, { title: "[ ! ] Action Required | talk" }).state).toBe("blocked");
});

test("options keep their ids, labels and explanations apart", () => {
  const frame =
    "  Implement this plan?\n\n› 1. Yes, implement this plan          Switch to Default and start coding\n  2. No, stay in Plan mode             Continue planning\n\n  enter select · esc back";
  const { dialog } = classify(providers.codex, frame);
  expect(dialog?.options.map(({ id, label, selected }) => [id, label, selected])).toEqual([
    ["1", "Yes, implement this plan", true],
    ["2", "No, stay in Plan mode", false],
  ]);
  expect(dialog?.options[0]?.detail).toBe("Switch to Default and start coding");
});
