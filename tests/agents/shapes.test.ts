import { expect, test } from "vitest";
import { classify } from "../../src/agents/classify.ts";
import type { ProviderName } from "../../src/agents/known.ts";
import { providers } from "../../src/agents/known.ts";

const R = "─".repeat(50);
const C = `${R}\n❯ \n${R}\n~/x (main)`;

/** Shapes of other releases and rarer moments, written down from what they look like. */
const CASES: readonly (readonly [ProviderName, string, string])[] = [
  ["claude", "failed", `❯ go\n● You've hit your limit · resets 3pm\n${C}`],
  [
    "claude",
    "blocked",
    `What do you want to do?\n\n ❯ 1. Stop and wait for limit to reset\n   2. Upgrade your plan\n\n Enter to confirm · Esc to cancel`,
  ],
  [
    "claude",
    "blocked",
    `Select login method:\n\n ❯ 1. Claude account with subscription\n   2. Anthropic Console account\n`,
  ],
  [
    "claude",
    "blocked",
    `WARNING: Claude Code running in Bypass Permissions mode\n\n ❯ 1. No, exit\n   2. Yes, I accept\n\n Enter to confirm · Esc to cancel`,
  ],
  ["claude", "busy", `❯ go\n✻ Compacting conversation… (12s)\n${C}`],
  [
    "claude",
    "busy",
    `❯ go\n● Bash(sleep 100)\n  ⎿  Running…\n\n✢ Frobbing… (esc to interrupt · 12s · ↓ 2 tokens)\n\n${C}`,
  ],
  ["claude", "ready", `❯ go\n● Which option do you prefer?\n  1. Keep it\n  2. Drop it\n${C}`],
  ["claude", "ready", `● Done.\n${R}\n❯ \n${R}\n  ⏵⏵ bypass permissions on (shift+tab to cycle)`],
  ["claude", "ready", `※ recap: fixed the parser. Next action is for you to pick which.\n${C}`],
  [
    "claude",
    "ready",
    `> hello\n\n⏺ Hi there\n\n╭${R}╮\n│ > Try "fix the tests"                            │\n╰${R}╯\n  ? for shortcuts`,
  ],
  [
    "claude",
    "busy",
    `> hello\n\n✻ Thinking… (3s · ↑ 1.2k tokens · esc to interrupt)\n\n╭${R}╮\n│ >                                                │\n╰${R}╯\n  ? for shortcuts`,
  ],
  [
    "claude",
    "blocked",
    `╭${R}╮\n│ Bash command                                     │\n│                                                  │\n│   rm -rf build                                   │\n│                                                  │\n│ Do you want to proceed?                          │\n│ ❯ 1. Yes                                         │\n│   2. No, and tell Claude what to do differently  │\n╰${R}╯`,
  ],
  ["claude", "ready", `❯ go\n● Not logged in · Run /login\n${C}`],
  ["claude", "blocked", `❯ go\n● Hello\n\n${" ".repeat(24)}Not logged in · Run /login\n${C}`],
  ["claude", "unknown", `Loading…`],
  ["claude", "blocked", `Review changes\n\n ❯ Keep changes\n   Discard changes\n   View details\n`],
  [
    "codex",
    "failed",
    `› go\n\n■ You've hit your usage limit. Try again at 5pm.\n\n› Ask Codex to do anything\n\n  gpt-5.5 · ~/x`,
  ],
  [
    "codex",
    "blocked",
    `✨ Update available! 0.128.0 -> 0.130.0\n\n› 1. Update now (runs npm install -g @openai/codex)\n  2. Skip\n  3. Skip until next version\n\n  Press enter to continue`,
  ],
  [
    "codex",
    "blocked",
    `> You are in /home/x\n\n  Do you trust the contents of this directory?\n\n› 1. Yes, continue\n  2. No, quit\n\n  Press enter to continue`,
  ],
  [
    "codex",
    "ready",
    `╭────╮\n│ >_ OpenAI Codex (v0.128.0) │\n╰────╯\n\n› Write tests for @filename\n\n  gpt-5.5 high · ~/x`,
  ],
  ["codex", "ready", `› go\n\n• Done.\n\n› \n\n  gpt-5.5 high · Context 90% left · ~/x · Ready`],
  [
    "codex",
    "busy",
    `› go\n\n• Explored\n  └ Read a.txt\n\n• Working (12s • esc to interrupt)\n\n› \n\n  tab to queue message          90% context left`,
  ],
  [
    "gemini",
    "busy",
    `> go\n\n✦ Sure.\n\n ⠏ Working hard (esc to cancel, 3s)\n\n╭${R}╮\n│ >   Type your message or @path/to/file          │\n╰${R}╯\n ~/x   no sandbox   gemini-2.5-pro`,
  ],
  [
    "gemini",
    "ready",
    `✦ Sure.\n\n╭${R}╮\n│ >   Type your message or @path/to/file          │\n╰${R}╯\n ~/x   no sandbox   gemini-2.5-pro`,
  ],
  [
    "gemini",
    "blocked",
    `╭${R}╮\n│ ?  Shell rm -rf build                            │\n│                                                  │\n│ Allow execution of: 'rm'?                        │\n│                                                  │\n│ ● 1. Yes, allow once                             │\n│   2. Yes, allow always ...                       │\n│   3. No, suggest changes (esc)                   │\n╰${R}╯\n\n⠏ Waiting for user confirmation...`,
  ],
  [
    "agy",
    "blocked",
    `Run this command?\n\n  $ ls\n\n> 1. Yes\n  2. No\n\n  ↑/↓ Navigate · enter Select\nesc to cancel     Gemini 3.5`,
  ],
  ["agy", "busy", `  text\n\n${R}\n>\n${R}\n⠋ Running...\nesc to cancel    Gemini 3.5`],
  ["agy", "unknown", `just some text\nand nothing else`],
  ["agy", "ready", `  Would you like me to go on? [y/n]\n\n${R}\n>\n${R}\n? for shortcuts    Gemini 3.5`],
];

test.each(
  CASES.map(([provider, state, frame]) => ({ provider, state, frame, first: frame.trim().split("\n")[0] })),
)("$provider, $state: $first", ({ provider, state, frame }) => {
  expect(classify(providers[provider], frame)).toMatchObject({ state });
});

test("a spent allowance is told as that, on the screen and in the dialog about it", () => {
  const dialog =
    "What do you want to do?\n\n ❯ 1. Stop and wait for limit to reset\n   2. Upgrade your plan\n\n Enter to confirm";
  expect(classify(providers.claude, dialog).reason).toBe("usage_limit");
  expect(classify(providers.claude, `❯ go\n● You've hit your limit · resets 3pm\n${C}`).reason).toBe(
    "usage_limit",
  );
});

const chooser = (...rows: string[]) => [R, ...rows, "", " Enter to confirm · Esc to cancel"].join("\n");

test.each([
  ["a cursor of another shape", " Go on?", " ▸ 1. Yes", "   2. No"],
  ["an arrow", " Go on?", " → 1. Yes", "   2. No"],
  ["buttons", " Go on?", " (•) Yes", " ( ) No"],
  ["circles", " Go on?", " ◉ Yes", " ○ No"],
  ["a label right behind its number", " Go on?", " ❯ 1. Yes", "   2.No"],
  ["labels that wrap", " Go on?", " ❯ 1. Yes", "      whatever it is", "   2. No"],
  ["a rule below the list", "❯ 1. Yes", "  2. No", R],
])("choices are read with %s", (_name, ...rows) => {
  const { state, dialog } = classify(providers.claude, chooser(...rows));
  expect(state).toBe("blocked");
  expect(dialog?.options.map(({ id, label }) => [id, label])).toEqual([
    ["1", "Yes"],
    ["2", "No"],
  ]);
});

test("keys of a choice without a list that could be read still mean that somebody is asked", () => {
  const frame = chooser(" Something quite new", " « Yes »   No");
  expect(classify(providers.claude, frame)).toMatchObject({ state: "blocked", dialog: { options: [] } });
});

test.each<readonly [ProviderName, string, string]>([
  [
    "codex",
    "busy",
    "› go\n\n• Working (5s • esc to\n  interrupt)\n\n› Ask Codex to do anything\n\n  gpt-5.5 · ~/x",
  ],
  [
    "gemini",
    "busy",
    ` ⠴ Reticulating splines while you wait\n   (esc to cancel, 12s)\n\n${"▄".repeat(50)}\n >   Type your message or @path/to/file\n${"▀".repeat(50)}\n ~/x`,
  ],
  [
    "gemini",
    "unknown",
    " ▝▜▄   Gemini CLI v0.61.0\n\nTips for getting started:\n1. Create files\n2. /help for more",
  ],
  ["claude", "failed", `> go\n  ⎿  API Error: 529 overloaded\n\n${C}`],
  ["claude", "busy", `> go\n  ⎿  API Error (timed out) · Retrying in 5 seconds… (attempt 4/10)\n\n${C}`],
  ["claude", "failed", `● Invalid API key · Please run /login\n\n${C}`],
  ["claude", "ready", `${R}\n❯ 1. first\n  2. second\n${R}\n  ? for shortcuts`],
  ["claude", "unknown", `● Hello\n\n${R}\n❯ \n${R}\n  Enter to confirm · Esc to cancel`],
])("%s in a narrow or older rendering reads as %s", (provider, state, frame) => {
  expect(classify(providers[provider], frame)).toMatchObject({ state });
});
