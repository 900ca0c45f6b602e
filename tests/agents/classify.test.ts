import { expect, test } from "vitest";
import { classify } from "../../src/agents/classify.ts";
import { providers } from "../../src/agents/known.ts";
import { recordings } from "./recordings.ts";

test.each(recordings())(
  "reads $name from its rows, with and without colours",
  ({ provider, ansi, plain, expect: [state, reason] }) => {
    for (const capture of [ansi, plain]) {
      const reading = classify(providers[provider], capture);
      expect(reading).toMatchObject({ state, ...(reason && { reason }) });
    }
  },
);

test.each(recordings())(
  "reads $name the same with its title",
  ({ provider, ansi, title, expect: [state] }) => {
    const reading = classify(providers[provider], ansi, { title });
    expect(reading).toMatchObject({ state });
  },
);

test("a blank screen says nothing", () => {
  expect(classify(providers.claude, "\n\n   \n").state).toBe("unknown");
});

test("a shell prompt is no agent", () => {
  for (const provider of Object.values(providers))
    expect(classify(provider, "someone@host:~/project$ ").state).toBe("unknown");
});

const RULE = "─".repeat(60);
const codex = (draft: string) =>
  `• Hello\n\n  Worked for 1s\n\n\n› ${draft}\n\n  GPT-5.5 default · ~/project\n  ← for agents · ? for shortcuts`;
const claude = (draft: string, footer = "  ? for shortcuts") =>
  `● Hello\n\n${RULE}\n❯ ${draft}\n${RULE}\n${footer}`;

test.each([
  ["paragraphs", "one\n\n  two\n\n\n  three", "one\n\ntwo\n\n\nthree"],
  ["a leading line break", "\n\n  one", "one"],
  ["the sides of a box", "a\n  │ > y │\n  b", "a\n│ > y │\nb"],
  [
    "what looks like a dialog",
    "x\n  ❯ 1. Yes\n    2. No\n  Enter to select · Esc to cancel",
    "x\n❯ 1. Yes\n2. No\nEnter to select · Esc to cancel",
  ],
])("a draft in Codex is read whole with %s", (_name, typed, draft) => {
  expect(classify(providers.codex, codex(typed))).toMatchObject({ state: "ready", draft });
});

test("a draft that is taller than its composer begins and ends with an ellipsis where it is cut", () => {
  const top = `─── ↑ 3 more ${"─".repeat(47)}`;
  const bottom = `─── ↓ 2 more ${"─".repeat(47)}`;
  const frame = (above: string, below: string) =>
    `● Hello\n\n${above}\n  and so on\n\n  to the end\n${below}\n  ⏸ manual mode on`;
  const ready = { state: "ready", reason: "composer_draft" };
  expect(classify(providers.claude, frame(top, RULE))).toMatchObject({
    ...ready,
    draft: "…and so on\n\nto the end",
  });
  expect(classify(providers.claude, frame(top, bottom)).draft).toBe("…and so on\n\nto the end…");
  const tall = `• Hello\n\n› l20${" ".repeat(54)}↑\n  l21\n\n  l22`;
  expect(classify(providers.codex, tall)).toMatchObject({ ...ready, draft: "…l20\nl21\n\nl22" });
});

test("a composer that takes a shell command takes no prompt, empty or not", () => {
  const mode = { state: "blocked", reason: "composer_mode" };
  const shell = (typed: string) => `● Hello\n\n${RULE}\n! ${typed}\n${RULE}\n  ! for shell mode`;
  for (const typed of ["", "ls"]) expect(classify(providers.claude, shell(typed))).toMatchObject(mode);
  const scrolled = `● Hi\n\n─── ↑ 3 more ${RULE}\n  echo words\n${RULE}\n  ! for shell mode`;
  expect(classify(providers.claude, scrolled)).toMatchObject(mode);
  const right = " ".repeat(30);
  expect(
    classify(providers.codex, `• Hi\n\n! ls\n\n  GPT-5.5 · ~/x\n${right}Shell mode · 1 warning`),
  ).toMatchObject(mode);
  const edges = [20, 20].map((count) => "▄".repeat(count));
  expect(
    classify(providers.gemini, `${edges[0]}\n !   Type your shell command\n${edges[1]}\n ~/x   no sandbox`),
  ).toMatchObject(mode);
});

test.each([
  ["claude", claude("").replace("● Hello", "● Run:\n\n  claude --resume abc")],
  ["claude", claude("").replace("● Hello", "● Resume this session with:\n  claude --resume abc")],
  ["codex", codex("").replace("• Hello", "• Say:\n\n  To continue this session, run codex resume x")],
  ["gemini", `✦ Agent powering down. Goodbye!\n\n╭${RULE}╮\n│ >  │\n╰${RULE}╯\n ~/x   no sandbox   Auto`],
] as const)("%s lives while its composer stands below the words it leaves with", (provider, frame) => {
  expect(classify(providers[provider], frame)).toMatchObject({ state: "ready" });
});

test.each([
  ["claude", `${claude("")}\nResume this session with:\nclaude --resume abc`],
  ["codex", `${codex("")}\nTo continue this session, run codex resume x`],
] as const)("%s is gone when those words stand below its composer", (provider, frame) => {
  expect(classify(providers[provider], frame)).toMatchObject({ state: "exited" });
});

const ASKS =
  "  Would you like to run the following command?\n\n  Reason: May it run?\n\n  $ touch x?\n\n› 1. Yes, proceed (y)\n  2. Yes, and don't ask again (p)";

/** Screens that look idle at first sight. */
test.each([
  ["a shell below the composer", "claude", `${claude("")}\nuser@host:~/p$ `],
  ["two rules of somebody's shell", "claude", `${RULE}\n❯ \n${RULE}`],
  ["a dialog whose last row is cut off", "codex", ASKS],
  ["nothing but a sent message", "codex", "› hi there, do it"],
  ["output below a sent message", "codex", "› hi there\n\n  some output\n  more"],
  [
    "a crash",
    "codex",
    "› hi\n\n  thread 'main' panicked at src/main.rs:1\n  note: run with RUST_BACKTRACE=1",
  ],
] as const)("%s (%s) is unknown", (_name, provider, frame) => {
  expect(classify(providers[provider], frame)).toMatchObject({ state: "unknown" });
});

test.each([
  ["agy", "busy", `> hi\n\n⣾ Generating...\n\n${RULE}\n>\n${RULE}\n? for shortcuts     Gemini`],
  ["agy", "ready", `> hi\n\n⣾ Generating...\n  Done.\n\n${RULE}\n>\n${RULE}\n? for shortcuts     Gemini`],
  ["claude", "ready", claude("").replace("● Hello", "● I saw\n· Cooking… (3s · esc to interrupt)")],
  ["claude", "busy", claude("").replace("● Hello", "● I saw\n\n· Cooking… (3s · esc to interrupt)")],
  ["codex", "ready", "• ok\n\n› 1. do this\n  2. do that\n\n  enter to send · tab to queue message"],
] as const)("%s reads as %s: %j", (provider, state, frame) => {
  expect(classify(providers[provider], frame)).toMatchObject({ state });
});

test.each(["You've hit your limit · resets 3pm", "5-hour limit reached ∙ resets 3pm"])(
  "%s, below the prompt, is a spent allowance",
  (words) => {
    const frame = claude("").replace("● Hello", `❯ hi\n  ⎿  ${words}\n     /upgrade to increase it.`);
    expect(classify(providers.claude, frame)).toMatchObject({ state: "failed", reason: "usage_limit" });
  },
);

test("a settings dialog that begins like a composer is one", () => {
  const frame = `╭${RULE}╮\n│ > Settings │\n│ ● Vim Mode  false │\n│ (Use Enter to select, Esc to close) │\n╰${RULE}╯`;
  expect(classify(providers.gemini, frame)).toMatchObject({ state: "blocked", reason: "settings_dialog" });
});

test("a dialog's title is the program's question, not the model's words or the transcript's", () => {
  const asked = `${ASKS}\n\n  Press enter to confirm or esc to cancel`;
  expect(classify(providers.codex, asked).dialog?.title).toBe("Would you like to run the following command?");
  const model = `✻ Cooked for 0s\n${RULE}\n Select model\n\n ❯ 1. Opus\n   2. Sonnet\n\n Enter to confirm · Esc to exit`;
  expect(classify(providers.claude, model).dialog?.title).toBe("Select model");
});

test("a label that wraps is one label, and a list without room says that there is more", () => {
  const wrapped = `${RULE}\n Do you want to proceed?\n ❯ 1. Yes\n   2. Yes, and always allow access to\n      /home/someone/project/folder from this project\n   3. Yes, and switch to auto mode · auto mode handles\n      these prompts for you\n   4. No\n\n Esc to cancel · Tab to amend`;
  const { dialog } = classify(providers.claude, wrapped);
  expect(dialog?.options.map(({ label }) => label)).toEqual([
    "Yes",
    "Yes, and always allow access to /home/someone/project/folder from this project",
    "Yes, and switch to auto mode · auto mode handles these prompts for you",
    "No",
  ]);
  expect(dialog?.more).toBeUndefined();
  const cut = `${ASKS}\n  Press enter to confirm or esc to cancel`;
  expect(classify(providers.codex, cut).dialog).toMatchObject({ more: true });
});

test("a footer that was left behind below the composer hides nothing", () => {
  const [upper, lower] = ["▄", "▀"].map((edge) => edge.repeat(40));
  const footer = `${lower}\n workspace (/directory)   sandbox   /model\n ~/project   no sandbox   Auto`;
  const frame = `✦ Hello\n\n${upper}\n > words\n${footer}\n\n${footer}`;
  expect(classify(providers.gemini, frame)).toMatchObject({ state: "ready", draft: "words" });
});
