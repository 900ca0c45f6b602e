// A stand-in for Claude Code: the same screen, session file, transcript and ids, and bad habits on request. Started as
// `claude --session-id ID …`; FAKE_TUI holds the habits as JSON: { slow: ms, swallow: n, bracket: bool, dialogEvery: n,
// thinks: ms, dawdles: ms, stubborn: bool }.
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";

const habits = {
  slow: 0,
  swallow: 0,
  bracket: true,
  dialogEvery: 0,
  thinks: 0,
  dawdles: 0,
  stubborn: false,
  log: "",
  ...JSON.parse(process.env.FAKE_TUI ?? "{}"),
};
const argument = (name) => process.argv[process.argv.indexOf(name) + 1];
let session = process.argv.includes("--resume") ? argument("--resume") : argument("--session-id");
const config = join(process.env.HOME, ".claude");
const project = join(config, "projects", process.cwd().replaceAll(/[^A-Za-z0-9]/g, "-"));
const statusFile = join(config, "sessions", `${process.pid}.json`);
const transcript = () => join(project, `${session}.jsonl`);
mkdirSync(project, { recursive: true });
mkdirSync(join(config, "sessions"), { recursive: true });

const stat = readFileSync(`/proc/${process.pid}/stat`, "utf8");
const procStart = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
const state = { draft: "", pasting: false, busy: false, dialog: 0, turns: 0, swallowed: 0, last: "" };

function status(word) {
  writeFileSync(
    statusFile,
    JSON.stringify({
      pid: process.pid,
      sessionId: session,
      procStart,
      status: word,
      statusUpdatedAt: Date.now(),
    }),
  );
}

function write(record) {
  appendFileSync(
    transcript(),
    `${JSON.stringify({ uuid: randomUUID(), timestamp: new Date().toISOString(), ...record })}\n`,
  );
}

function log(entry) {
  if (habits.log) appendFileSync(habits.log, `${JSON.stringify(entry)}\n`);
}

function draw() {
  const { columns = 80 } = process.stdout;
  const rule = "─".repeat(columns);
  const dialog = [
    "",
    rule,
    " Bash command",
    "",
    " Do you want to proceed?",
    ` ${state.dialog === 1 ? "❯" : " "} 1. Yes`,
    ` ${state.dialog === 2 ? "❯" : " "} 2. No`,
    "",
    " Esc to cancel · Tab to amend",
  ];
  const breaks = state.draft.split("\n").length - 1;
  const folded = `[Pasted text #1${breaks > 0 ? ` +${breaks} lines` : ""}]`;
  const shown = state.draft.length > 2_000 ? folded : state.draft;
  const lines = shown.split("\n").map((line, at) => (at === 0 ? `❯ ${line}` : `  ${line}`));
  const composer = [
    state.busy ? "✻ Faking… (1s · ↓ 1 tokens)" : "",
    rule,
    ...lines,
    rule,
    state.busy ? "  esc to interrupt" : "  ? for shortcuts",
  ];
  const body = [state.last && `● ${state.last}`, "", ...(state.dialog ? dialog : composer)];
  process.stdout.write(`\x1b[2J\x1b[H${body.join("\r\n")}`);
}

function answer(prompt, promptId) {
  write({
    type: "assistant",
    message: {
      id: `m${state.turns}`,
      role: "assistant",
      stop_reason: "end_turn",
      content: [{ type: "text", text: `got ${prompt}` }],
    },
  });
  write({ type: "system", subtype: "turn_duration", promptId });
  state.last = `got ${prompt.slice(0, 30)}`.replaceAll("\n", " ");
  state.busy = false;
  status("idle");
  draw();
  log({ done: Date.now() });
}

function submit() {
  if (state.dialog) {
    log({ dialog: state.dialog });
    state.dialog = 0;
    return answer("a dialog", "");
  }
  if (state.swallowed < habits.swallow) {
    state.swallowed += 1;
    return;
  }
  if (state.draft === "/clear") {
    session = randomUUID();
    state.draft = state.last = "";
    status("idle");
    return log({ cleared: session });
  }
  if (state.draft === "" || state.busy) return log({ stray: state.draft });
  const prompt = state.draft;
  state.swallowed = 0;
  state.draft = "";
  state.turns += 1;
  state.busy = true;
  log({ prompt });
  const promptId = randomUUID();
  write({ type: "user", promptId, message: { role: "user", content: prompt } });
  status("busy");
  draw();
  if (habits.dialogEvery && state.turns % habits.dialogEvery === 0) {
    state.dialog = 1;
    status("waiting");
    draw();
    return log({ asked: Date.now() });
  }
  state.thought = setTimeout(() => answer(prompt, promptId), 20 + habits.slow + habits.thinks);
}

function interrupt() {
  if (!state.busy || state.dialog) return;
  clearTimeout(state.thought);
  write({ type: "user", message: { role: "user", content: "[Request interrupted by user]" } });
  state.busy = false;
  status("idle");
}

function take(text) {
  for (let at = 0; at < text.length;) {
    if (text.startsWith("\x1b[200~", at)) [state.pasting, at] = [true, at + 6];
    else if (text.startsWith("\x1b[201~", at)) [state.pasting, at] = [false, at + 6];
    else if (!state.pasting && text.startsWith("\x1b[A", at))
      [state.dialog, at] = [state.dialog && 1, at + 3];
    else if (!state.pasting && text.startsWith("\x1b[B", at))
      [state.dialog, at] = [state.dialog && 2, at + 3];
    else if (!state.pasting && text.startsWith("\x1b[3~", at)) at += 4;
    else {
      const key = text[at];
      at += 1;
      if (!state.pasting && key === "\r") submit();
      else if (!state.pasting && key === "\x03") leave();
      else if (!state.pasting && key === "\x15") state.draft = "";
      else if (!state.pasting && "\x05\x0b\x7f".includes(key)) continue;
      else if (!state.pasting && key === "\x1b") interrupt();
      else if (state.dialog) log({ typedIntoDialog: key });
      else state.draft += key;
    }
  }
  draw();
}

function leave() {
  rmSync(statusFile, { force: true });
  process.exit(0);
}

log({ started: session, resumes: process.argv.includes("--resume") });
process.stdin.setRawMode(true);
process.stdin.setEncoding("utf8");
if (habits.bracket) process.stdout.write("\x1b[?2004h");
let queue = Promise.resolve();
process.stdin.on("data", (text) => {
  // A slow reader: input is taken in pieces, late.
  queue = queue.then(async () => {
    if (habits.slow) await new Promise((resolve) => setTimeout(resolve, habits.slow));
    take(text);
  });
});
process.on("SIGTERM", () => (habits.stubborn ? log({ told: Date.now() }) : leave()));
process.on("SIGHUP", leave);
setTimeout(() => {
  status("idle");
  draw();
}, habits.dawdles);
