import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Scenario } from "./record-scenarios.ts";
import type { Stage } from "./record-screens.ts";

const PARAGRAPHS = "first paragraph\n\nsecond paragraph";
const WORDS = Array.from({ length: 110 }, (_, i) => `word${i}`).join(" ");
const ROWS = Array.from({ length: 40 }, (_, i) => `row ${i}`).join("\n");

/** Takes out whatever stands in the composer; on an empty one it leaves a mode. */
async function clear({ keys }: Stage): Promise<void> {
  for (let i = 0; i < 45; i += 1) keys("C-e", "C-u", "BSpace", "C-k", "DC");
  await pause(600);
}

/** What is typed at a program: drafts of every shape, other modes, and the panels its own commands open. */
export function claudeComposers(mode: string): Record<string, Scenario> {
  const args = () => ["--session-id", randomUUID(), "--model", "sonnet", "--permission-mode", mode];
  return {
    composers: {
      args,
      async play(stage) {
        const { keep, keys, paste, until } = stage;
        await until(/\? for shortcuts|manual mode on/);
        await paste(PARAGRAPHS.replace("\n\n", "\n"));
        await keep("composer-lines", "ready composer_draft");
        await clear(stage);
        await paste(WORDS);
        await keep("composer-long", "ready composer_draft");
        await clear(stage);
        await paste(ROWS);
        await keep("composer-folded", "ready composer_draft");
        await clear(stage);
        keys("-l", "!");
        await until(/^!/m);
        await keep("composer-shell", "blocked composer_mode");
        await paste("echo words");
        await keep("composer-shell-draft", "blocked composer_mode");
        await clear(stage);
        await keep("composer-cleared", "ready composer_empty");
      },
    },
    panels: {
      args,
      async play({ keep, keys, paste, until, gone }) {
        await until(/\? for shortcuts|manual mode on/);
        const end = /▔|Esc to\s+(?:cancel|close|exit|clear)/;
        for (const name of ["help", "config", "memory", "model", "permissions", "resume"]) {
          await paste(`/${name}`);
          keys("Enter");
          await until(end);
          await keep(`panel-${name}`, "blocked settings_dialog");
          keys("Escape");
          await pause(400);
          keys("Escape");
          await gone(end);
        }
      },
    },
    farewells: {
      args,
      async play({ keep, prompt, until }) {
        await until(/\? for shortcuts|manual mode on/);
        await prompt("play:say To go on:\\n\\nclaude --resume abc");
        await until(/^\s+claude --resume abc/m);
        await pause(1_500);
        await keep("prose-farewell", "ready");
      },
    },
  };
}

export const codexComposers: Record<string, Scenario> = {
  composers: {
    args: () => ["--no-daemon"],
    async play(stage) {
      const { keep, keys, paste, prompt, until } = stage;
      await until(/Ask Codex to do anything/);
      await pause(1_500);
      await paste(PARAGRAPHS);
      await keep("composer-paragraphs", "ready composer_draft");
      await clear(stage);
      await paste(ROWS);
      await keep("composer-tall", "ready composer_draft");
      await clear(stage);
      await paste("│ > y │\n╰─────╯\n❯ 1. Yes\n  2. No\nEnter to select · Esc to cancel");
      await keep("composer-like-dialog", "ready composer_draft");
      await clear(stage);
      await paste(WORDS.repeat(2));
      await keep("composer-folded", "ready composer_draft");
      await clear(stage);
      keys("-l", "!");
      await until(/Shell mode/);
      await keep("composer-shell", "blocked composer_mode");
      await clear(stage);
      await keep("composer-cleared", "ready composer_empty");
      await prompt("play:say To go on:\\n\\nTo continue this session, run codex resume x");
      await until(/Worked for/);
      await keep("prose-farewell", "ready");
    },
  },
};

export const geminiComposers: Record<string, Scenario> = {
  composers: {
    args: () => ["--session-id", randomUUID()],
    settleMs: 400,
    async play(stage) {
      const { keep, keys, paste, prompt, until, gone } = stage;
      await until(/Type your message/, 60_000);
      await pause(1_500);
      await paste(PARAGRAPHS);
      await keep("composer-paragraphs", "ready composer_draft");
      await clear(stage);
      await paste(WORDS);
      await keep("composer-folded", "ready composer_draft");
      await clear(stage);
      keys("-l", "!");
      await until(/shell mode enabled/);
      await keep("composer-shell", "blocked composer_mode");
      keys("Escape");
      await gone(/shell mode enabled/);
      await keep("composer-cleared", "ready composer_empty");
      await prompt("play:say Bye:\\n\\nAgent powering down. Goodbye!");
      await until(/✦[\s\S]*Goodbye/);
      await pause(1_500);
      await keep("prose-farewell", "ready");
      for (const [name, seen] of [
        ["theme", /Use Enter to/],
        ["editor", /Use Enter to/],
        ["settings", /Use Enter to/],
        ["resume", /Chat Sessions/],
      ] as const) {
        await paste(`/${name}`);
        await pause(700);
        keys("Enter");
        await until(seen);
        await keep(`panel-${name}`, "blocked settings_dialog");
        keys("Escape");
        await gone(seen);
        await until(/Type your message/);
      }
    },
  },
};
