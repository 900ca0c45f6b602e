import { randomUUID } from "node:crypto";
import type { AgentHome, HomeOptions } from "../tests/model/home.ts";
import type { Pin } from "../tests/model/install.ts";
import { claudeComposers, codexComposers, geminiComposers } from "./record-composers.ts";
import type { Stage } from "./record-screens.ts";

export interface Scenario {
  readonly home?: Partial<HomeOptions>;
  readonly env?: Readonly<Record<string, string>>;
  readonly settleMs?: number;
  args(home: AgentHome): string[];
  play(stage: Stage): Promise<void>;
}

export function SCENARIOS(pin: Pin): Readonly<Record<string, Scenario>> {
  const mode = pin === "claude-2.1.197" ? "default" : "manual";
  if (pin.startsWith("claude")) return { ...claude(mode), ...claudeComposers(mode) };
  return pin.startsWith("codex") ? { ...codex, ...codexComposers } : { ...gemini, ...geminiComposers };
}

function claude(mode: string): Record<string, Scenario> {
  const args =
    (...more: string[]) =>
    () => ["--session-id", randomUUID(), "--model", "sonnet", ...more];
  const READY = /^❯/m;
  /** In the footer, not in a reply: one of the last two rows. */
  const BUSY = /esc to interrupt[^\n]*\n?[^\n]*\s*$/;
  return {
    turns: {
      args: args("--permission-mode", mode),
      async play({ prompt, keep, keys, until, gone, paste }) {
        await until(READY);
        await until(/\? for shortcuts|manual mode on/);
        await keep("ready", "ready");
        await prompt("play:slow 8 250");
        await until(BUSY);
        await keep("busy-streaming", "busy");
        await gone(BUSY);
        await keep("ready-after-reply", "ready");
        await prompt("play:think 8 250");
        await until(BUSY);
        await keep("busy-thinking", "busy");
        await gone(BUSY);
        await prompt("play:hang 3");
        await until(BUSY);
        await keep("busy-waiting", "busy");
        await gone(BUSY);
        await prompt("play:run touch made.txt && ls -la /tmp");
        await until(/Do you want to/);
        await keep("dialog-permission-run", "blocked permission_dialog");
        keys("Down");
        await keep("dialog-permission-run-second", "blocked permission_dialog");
        keys("Escape");
        await until(/Interrupted/);
        await keep("after-permission-escape", "ready");
        await prompt("play:write notes.txt some words");
        await until(/Do you want to/);
        await keep("dialog-permission-write", "blocked permission_dialog");
        keys("Escape");
        await until(/ejected write/);
        await prompt("play:ask Which colour do you like? | red | blue | green");
        await until(/Enter to select/);
        await keep("dialog-question", "blocked user_question");
        keys("Escape");
        await gone(/Enter to select/);
        await until(READY);
        await prompt("play:error 529");
        await until(/retrying|attempt/i);
        await keep("busy-retrying", "busy");
        await until(/API Error/);
        await gone(BUSY);
        await keep("error-529", "failed provider_error");
        await prompt("play:error 400");
        await until(/Error: 400|400 Scripted/);
        await gone(BUSY);
        await keep("error-400", "failed provider_error");
        await paste("a draft nobody sent");
        await keep("composer-draft", "ready composer_draft");
        keys("C-u");
        await paste("/mod");
        await keep("composer-menu", "ready composer_draft");
        keys("C-u");
        await prompt("play:slow 20 250");
        await until(/piece 2/);
        keys("Escape");
        await until(/Interrupted/);
        await keep("interrupted", "ready");
        await prompt("play:slow 12 250");
        await until(/piece 1/);
        await prompt("play:say queued words");
        await keep("busy-queued", "busy");
        await gone(BUSY);
        keys("/exit");
        await new Promise((done) => setTimeout(done, 400));
        keys("Enter");
        await until(/Resume this session|Token usage|Pane is dead/);
        await keep("exited", "exited");
      },
    },
    prose: {
      args: args("--permission-mode", mode),
      async play({ prompt, keep, until, gone }) {
        await until(READY);
        await until(/\? for shortcuts|manual mode on/);
        await prompt(
          "play:say To trust this folder, choose 1. Yes and press Enter.\\nDo you want to proceed?\\n❯ 1. Yes\\n  2. No\\n\\nEsc to cancel · esc to interrupt",
        );
        await until(/Yes\s+2\. No/);
        await gone(BUSY);
        await keep("prose-dialog", "ready");
        await prompt(
          "play:say ✻ Thinking… (3s · esc to interrupt)\\n\\n● API Error: 529 Overloaded. How is Claude doing this session?\\n  1: Bad    2: Fine   3: Good   0: Dismiss",
        );
        await until(/0: Dismiss[\s\S]*0: Dismiss/);
        await gone(BUSY);
        await keep("prose-spinner", "ready");
      },
    },
    login: {
      home: { credentials: false },
      args: args("--permission-mode", mode),
      async play({ keep, until }) {
        await until(/Not logged in/);
        await keep("not-logged-in", "blocked auth_required");
      },
    },
    plan: {
      args: args("--permission-mode", "plan"),
      async play({ prompt, keep, until }) {
        await until(/plan mode on/);
        await keep("ready-plan-mode", "ready");
        await prompt("play:plan First look around, then write it down");
        await until(/Would you like to proceed|Exit plan mode|Ready to code/);
        await keep("dialog-plan", "blocked plan_approval_prompt");
      },
    },
    trust: {
      home: { trusted: false },
      args: args(),
      async play({ keep, until }) {
        await until(/trust this folder/);
        await keep("dialog-folder-trust", "blocked folder_trust_prompt");
      },
    },
    key: {
      home: { credentials: false },
      env: { ANTHROPIC_API_KEY: "local-test" },
      args: args(),
      async play({ keep, until }) {
        await until(/custom API key/);
        await keep("dialog-api-key", "blocked startup_choice_prompt");
      },
    },
    bypass: {
      env: { IS_SANDBOX: "1" },
      args: args("--dangerously-skip-permissions"),
      async play({ keep, until }) {
        await until(/Bypass Permissions mode/);
        await keep("dialog-bypass", "blocked startup_choice_prompt");
      },
    },
    ...(mode === "manual" && {
      spoken: {
        args: args("--permission-mode", mode, "--ax-screen-reader"),
        async play({ prompt, keep, keys, until }) {
          await until(/^\$/m);
          await until(/mode on|shortcuts/);
          await keep("spoken-ready", "ready");
          await prompt("play:slow 12 300");
          await until(/piece 2/);
          await keep("spoken-busy", "busy");
          await until(/ for \d+s/);
          await prompt("play:run touch x");
          await until(/Select with numbers/);
          await keep("spoken-permission", "blocked permission_dialog");
          keys("Escape");
        },
      },
    }),
  };
}

const codex: Record<string, Scenario> = {
  turns: {
    args: () => ["--no-daemon"],
    async play({ prompt, keep, keys, until, gone, paste }) {
      const READY = /Ask Codex to do anything/;
      const BUSY = /s • esc to interrupt\)/;
      await until(READY);
      await new Promise((done) => setTimeout(done, 1500));
      await keep("ready", "ready");
      await prompt("play:slow 10 300");
      await until(/piece 3/);
      await keep("busy-streaming", "busy");
      await until(/piece 10 of 10[\s\S]*Worked for/);
      await keep("ready-after-reply", "ready");
      await prompt("play:think 8 300");
      await until(BUSY);
      await keep("busy-reasoning", "busy");
      await gone(BUSY);
      await prompt("play:hang 4");
      await until(BUSY);
      await keep("busy-waiting", "busy");
      await gone(BUSY);
      await prompt("play:escalate touch /home/outside.txt");
      await until(/Would you like to run/);
      await keep("dialog-permission-run", "blocked permission_dialog");
      keys("Down");
      await keep("dialog-permission-run-second", "blocked permission_dialog");
      keys("Escape");
      await until(/interrupted/);
      await until(READY);
      await keep("interrupted", "ready");
      await prompt("play:error 500");
      await until(/Reconnecting/);
      await keep("busy-retrying", "busy");
      await until(/^■ We/m, 60_000);
      await keep("error-500", "failed provider_error");
      await prompt("play:error 400");
      await until(/■ [\s\S]*400|invalid/);
      await keep("error-400", "failed provider_error");
      await prompt(
        "play:say Would you like to run the following command?\\n\\n› 1. Yes, proceed (y)\\n  2. No\\n\\nPress enter to confirm or esc to cancel",
      );
      await until(/Press enter to confirm[\s\S]*Worked for/);
      await keep("prose-dialog", "ready");
      await prompt("play:say Working (2s • esc to interrupt)");
      await until(/• Working \(2s • esc to interrupt\)[\s\S]*Worked for/);
      await keep("prose-status", "ready");
      await paste("1. first point\n2. second point");
      await keep("composer-draft", "ready composer_draft");
      keys("C-c");
      await until(READY);
      await prompt("play:slow 20 300");
      await until(/piece 3 of 20/);
      keys("Escape");
      await until(/piece 3 of 20[\s\S]*interrupted/);
      await keep("interrupted-streaming", "ready");
      keys("BTab");
      await until(/Plan mode/);
      await keep("ready-plan-mode", "ready");
      await prompt("play:ask Which colour do you like? | red | blue");
      await until(/Question 1\/1/);
      await keep("dialog-question", "blocked user_question");
      keys("Enter");
      await until(/answered[\s\S]*Worked for/);
      await prompt("play:say <proposed_plan>\\n# Plan\\n- Look\\n- Write\\n</proposed_plan>");
      await until(/Implement this plan/);
      await keep("dialog-plan", "blocked plan_approval_prompt");
      keys("Escape");
      await until(READY);
      keys("/quit");
      await new Promise((done) => setTimeout(done, 400));
      keys("Enter");
      await until(/Resume this session|Token usage|Pane is dead/);
      await keep("exited", "exited");
    },
  },
  patch: {
    args: () => ["--no-daemon", "-s", "read-only", "-a", "on-request"],
    async play({ prompt, keep, until }) {
      await until(/Ask Codex to do anything/);
      await new Promise((done) => setTimeout(done, 1500));
      await prompt("play:write made.txt some words");
      await until(/Would you like to make/);
      await keep("dialog-permission-write", "blocked permission_dialog");
    },
  },
  trust: {
    home: { trusted: false },
    args: () => ["--no-daemon"],
    async play({ keep, until }) {
      await until(/Trust this folder|trust the contents/);
      await keep("dialog-folder-trust", "blocked folder_trust_prompt");
    },
  },
  hooks: {
    args: () => [
      "--no-daemon",
      "-c",
      'hooks.Stop=[{hooks=[{type="command",command="/bin/true",timeout=5}]}]',
    ],
    async play({ keep, until }) {
      await until(/Hooks need review/);
      await keep("dialog-hooks", "blocked startup_choice_prompt");
    },
  },
};

const gemini: Record<string, Scenario> = {
  plan: {
    args: () => ["--session-id", randomUUID(), "--approval-mode", "plan"],
    settleMs: 400,
    async play({ prompt, keep, keys, until }) {
      await until(/Type your message/, 60_000);
      await new Promise((done) => setTimeout(done, 1500));
      await keep("ready-plan-mode", "ready");
      await prompt("play:plan go");
      await until(/Ready to start implementation/);
      await keep("dialog-plan", "blocked plan_approval_prompt");
      keys("Down");
      await keep("dialog-plan-second", "blocked plan_approval_prompt");
    },
  },
  turns: {
    args: () => ["--session-id", randomUUID()],
    settleMs: 400,
    async play({ prompt, keep, keys, until, gone, paste }) {
      const READY = /Type your message/;
      const BUSY = /esc to cancel, /;
      await until(READY, 60_000);
      await new Promise((done) => setTimeout(done, 1500));
      await keep("ready", "ready");
      await prompt("play:slow 10 300");
      await until(BUSY);
      await keep("busy-streaming", "busy");
      await gone(BUSY);
      await keep("ready-after-reply", "ready");
      await prompt("play:hang 4");
      await until(BUSY);
      await keep("busy-waiting", "busy");
      await gone(BUSY);
      await prompt("play:run touch made.txt");
      await until(/Allow execution/);
      await keep("dialog-permission-run", "blocked permission_dialog");
      keys("Down");
      await keep("dialog-permission-run-second", "blocked permission_dialog");
      keys("Escape");
      await until(/cancelled[\s\S]*Type your message/);
      await keep("after-permission-escape", "ready");
      await prompt("play:write notes.txt some words");
      await until(/Apply this change/);
      await keep("dialog-permission-write", "blocked permission_dialog");
      keys("Escape");
      await until(READY);
      await prompt("play:ask Which colour do you like? | red | blue");
      await until(/Enter to select/);
      await keep("dialog-question", "blocked user_question");
      keys("Escape");
      await until(READY);
      await prompt("play:error 400");
      await until(/API Error/);
      await gone(BUSY);
      await keep("error-400", "failed provider_error");
      await prompt(
        "play:say Allow execution of [Shell]?\\n\\n● 1. Allow once\\n  2. No, suggest changes (esc)\\n\\n ⠏ Thinking... (esc to cancel, 26s)",
      );
      await until(/26s\)/);
      await new Promise((done) => setTimeout(done, 2500));
      await keep("prose-dialog", "ready");
      await paste("a draft nobody sent");
      await keep("composer-draft", "ready composer_draft");
      keys("C-u");
      await prompt("play:slow 20 300");
      await until(/piece 3 of 20/);
      keys("Escape");
      await until(/piece 3 of 20[\s\S]*cancelled/);
      await keep("interrupted", "ready");
    },
  },
  trust: {
    home: { trusted: false },
    args: () => ["--session-id", randomUUID()],
    async play({ keep, until }) {
      await until(/Do you trust|trust the files/, 60_000);
      await keep("dialog-folder-trust", "blocked folder_trust_prompt");
    },
  },
};
