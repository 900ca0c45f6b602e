// The main job, for real: the built server, the official client, a guarded command, a refusal, a tmux pane.
// Nothing below prints a result it did not just get.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const folder = mkdtempSync(join(tmpdir(), "termgate-"));
const socket = join(folder, "tmux");
const bold =
  process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001B[1m${text}\u001B[0m` : (text) => text;
let step = 0;
let failed = false;

const client = new Client({ name: "quickstart", version: "1" });
try {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["dist/main.js", "--log-level", "error"],
      env: {
        ...process.env,
        TERMGATE_STATE_DIR: join(folder, "state"),
        TERMGATE_SOCKET_PATH: socket,
        TMUX: "",
        TMUX_PANE: "",
      },
      stderr: "inherit",
    }),
  );
  const { name, version } = client.getServerVersion() ?? {};
  say(`An agent's client connects to ${name} ${version} over stdio`);

  const { tools } = await client.listTools();
  const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint).length;
  say(
    `It is offered ${tools.length} tools`,
    `${tools.length - changing} only read, ${changing} can change something`,
  );

  const list = await call("execute_command", {
    command: "ls -1 src | head -3",
    working_directory: process.cwd(),
  });
  say("It runs a harmless command in the guarded shell", "$ ls -1 src | head -3", ...indented(list.text));
  expect(!list.isError, "the harmless command should have run");

  const wipe = await call("execute_command", { command: "echo tidy up && rm -rf /etc" });
  say("It tries to slip in a dangerous one", "$ echo tidy up && rm -rf /etc", ...indented(wipe.text));
  expect(wipe.isError, "the dangerous command should have been refused");

  const session = await call("create_session", { session_name: "demo", x: 80, y: 24 });
  const pane = session.output.active_pane_id;
  const ran = await call("run_command", {
    pane_id: pane,
    command: "printf 'hello from %s\\n' \"$TERM\"; (exit 3)",
    timeout: 20,
  });
  say(
    `It works in tmux pane ${pane}, on a socket of its own`,
    ...indented(ran.output.output.join("\n")),
    `exit status ${ran.output.exit_status}`,
  );
  expect(ran.output.exit_status === 3, "run_command should have seen exit status 3");

  const audit = spawnSync(process.execPath, ["dist/main.js", "audit", "verify"], {
    env: { ...process.env, TERMGATE_STATE_DIR: join(folder, "state") },
    encoding: "utf8",
  });
  say("Everything it did is in the audit log", ...indented(audit.stdout.trim()));
  expect(audit.status === 0, "the audit log should verify");
} catch (error) {
  failed = true;
  console.error(`\nThis did not work: ${error.message}`);
} finally {
  await client.close();
  spawnSync("tmux", ["-S", socket, "kill-server"], { stdio: "ignore" });
  rmSync(folder, { recursive: true, force: true });
}

if (!failed && !process.argv.includes("--demo-only")) {
  console.log(`\n${bold("Now connect your own agent:")}`);
  const clients = {
    "Claude Code": "claude-code",
    Codex: "codex",
    Cursor: "cursor",
    "VS Code": "vscode",
    "Gemini CLI": "gemini",
  };
  for (const [title, id] of Object.entries(clients)) {
    const printed = spawnSync(process.execPath, ["dist/main.js", "install", id, "--line"], {
      encoding: "utf8",
    });
    if (printed.status !== 0) failed = true;
    console.log(`\n${title}\n  ${printed.stdout.trimEnd() || printed.stderr.trimEnd()}`);
  }
}
process.exitCode = failed ? 1 : 0;

async function call(name, args) {
  const result = await client.callTool({ name, arguments: args });
  const text = result.content.map((part) => part.text ?? "").join("\n");
  return { text, output: result.structuredContent, isError: result.isError === true };
}

function say(title, ...details) {
  console.log(`\n${bold(`${++step}. ${title}`)}`);
  for (const line of details) console.log(`   ${line}`);
}

function indented(text) {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 12 ? [...lines.slice(0, 12), `… ${lines.length - 12} more lines`] : lines;
}

function expect(condition, otherwise) {
  if (!condition) throw new Error(otherwise);
}
