import type { Prompt } from "./prompt.ts";

export default {
  name: "run_and_wait",
  title: "Run a command and wait for it",
  description: "Run one command in a pane and read its exit status and output.",
  arguments: [
    { name: "command", description: "What to run.", required: true },
    { name: "pane_id", description: "The pane with the shell, such as %3.", required: true },
    { name: "timeout", description: "Seconds to wait, 60 unless told.", required: false },
  ],

  render({ command = "", pane_id = "", timeout }) {
    const severalLines = /[\r\n]/.test(command);
    const args = {
      command,
      pane_id,
      timeout: Number(timeout) > 0 ? Number(timeout) : 60,
      max_lines: 100,
      ...(severalLines && { suppress_history: false }),
    };
    return [
      "Call run_command with exactly these arguments:",
      "",
      JSON.stringify(args, null, 2),
      "",
      "Then read exit_status, timed_out and output. Zero is success; report anything else with the lines that explain it.",
      "Do not poll the pane while it runs. The server may shorten the timeout; effective_timeout tells what held.",
      "If timed_out is true the command still runs: call wait_for_command with the handle instead of starting it again.",
      ...(severalLines
        ? [
            "The command has several lines, so the shell may keep it in its history. Do not put secrets into it.",
          ]
        : []),
    ].join("\n");
  },
} satisfies Prompt;
