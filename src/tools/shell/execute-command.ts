import { resolve } from "node:path";
import { z } from "zod";
import { analysis } from "../../approvals/describe.ts";
import { fullText } from "../../shell/quote.ts";
import { as } from "../args.ts";
import { bytesGone } from "../shortened.ts";
import { type Content, defineTool } from "../tool.ts";

const NOTICE = "\u26a0\ufe0f";

export default defineTool({
  name: "execute_command",
  title: "Execute command",
  tier: "mutating",
  hints: { destructiveHint: true, openWorldHint: true },
  profiles: ["core", "safeshell"],
  description:
    "Run a bash command and return its output. Safe commands run at once, dangerous ones wait for a person's yes, protected places are refused. Nothing keeps running after the call; use a tmux pane for servers.",
  input: {
    command: as("command", z.string().min(1)).describe(
      "Shell text, or a program whose words follow in args.",
    ),
    args: as("argv", z.array(z.string()).default([])).describe(
      "Words added to the command, each taken literally.",
    ),
    working_directory: as("cwd", z.string().optional()).describe(
      "Folder to run in. Default: where termgate runs.",
    ),
    timeout_seconds: z.number().int().min(0).max(86_400).optional(),
  },
  output: {
    exit_code: z.number().int().describe("-1 when a signal ended it."),
    ended: z.enum(["exit", "timeout", "cancelled"]),
    signal: z.string().nullable(),
    execution_time_ms: z.number().int(),
    timeout_seconds: z.number(),
    stdout: z.string(),
    stderr: z.string(),
    stdout_bytes: z.number().int().describe("Bytes written, shown or not."),
    stderr_bytes: z.number().int(),
    stdout_omitted_bytes: z.number().int(),
    stderr_omitted_bytes: z.number().int(),
    left_behind: z
      .array(z.object({ pid: z.number().int(), name: z.string() }))
      .describe("Processes that outlived the shell and were ended."),
    pre_approved: z.array(z.string()),
    analysis: z.string(),
  },

  shortened: (kept, whole) => ({
    ...kept,
    stdout_omitted_bytes: whole.stdout_omitted_bytes + bytesGone(kept.stdout, whole.stdout),
    stderr_omitted_bytes: whole.stderr_omitted_bytes + bytesGone(kept.stderr, whole.stderr),
  }),

  async run({ command, args, working_directory, timeout_seconds }, context) {
    const { house, signal, longestMs } = context;
    const room = await house.shell();
    const seconds = timeout_seconds ?? house.settings.shell.timeoutSeconds;
    const timeoutMs = Math.min(seconds * 1_000, longestMs);
    const ran = await room.run({
      text: fullText(command, args),
      cwd: resolve(room.cwd, working_directory ?? "."),
      timeoutMs,
      signal,
      progress: (elapsedMs, bytes) =>
        context.progress({
          done: Math.round(elapsedMs / 100) / 10,
          total: timeoutMs / 1_000,
          message: `running for ${Math.round(elapsedMs / 1_000)} s, ${bytes} bytes of output`,
        }),
    });
    return {
      exit_code: ran.exitCode,
      ended: ran.ended,
      signal: ran.signal ?? null,
      execution_time_ms: ran.durationMs,
      timeout_seconds: timeoutMs / 1_000,
      stdout: ran.stdout.text,
      stderr: ran.stderr.text,
      stdout_bytes: ran.stdout.bytes,
      stderr_bytes: ran.stderr.bytes,
      stdout_omitted_bytes: ran.stdout.omitted,
      stderr_omitted_bytes: ran.stderr.omitted,
      left_behind: ran.leftBehind.map(({ pid, name }) => ({ pid, name })),
      pre_approved: Array.from(ran.verdict.preApproved),
      analysis: ran.verdict.verdict === "allow" ? "" : analysis(ran.verdict),
    };
  },

  failed: ({ exit_code, ended }) => exit_code !== 0 || ended !== "exit",

  render(output) {
    const { exit_code, execution_time_ms, ended, timeout_seconds, left_behind, pre_approved } = output;
    const parts = [`Exit code: ${exit_code}\nExecution time: ${execution_time_ms}ms`];
    if (ended === "timeout")
      parts[0] = `TIMEOUT: ended after ${timeout_seconds} seconds. What it wrote until then follows.`;
    if (ended === "cancelled") parts[0] = "CANCELLED: the call was cancelled and the command ended.";
    parts.push(...stream("stdout", output.stdout, output.stdout_omitted_bytes));
    parts.push(...stream("stderr", output.stderr, output.stderr_omitted_bytes));
    if (left_behind.length > 0) {
      const who = left_behind.map(({ name, pid }) => `${name} (${pid})`).join(", ");
      parts.push(
        `Still running when the shell had ended, and ended with it: ${who}. Use a tmux pane to keep something running.`,
      );
    }
    if (pre_approved.length > 0) {
      parts.push(
        `${NOTICE} Pre-approved by the additional_safe_commands configuration: ${pre_approved.join(", ")}. Nobody was asked.`,
      );
    }
    return parts.map((text): Content => ({ type: "text", text }));
  },
});

function stream(name: string, text: string, omitted: number): string[] {
  if (text === "") return [];
  return [
    omitted === 0 ? `${name}:\n${text}` : `${name}:\n${text}\n[OUTPUT TRUNCATED] ${omitted} bytes left out`,
  ];
}
