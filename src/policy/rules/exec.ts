import type { Rule } from "../rule.ts";

export default {
  name: "exec",
  programs: ["exec"],
  class: "safe",
  category: "wrapper",
  description: "replace the shell by a command",
  options: { flags: "-c -l", text: "-a", stop: true },
  judge(call, { operands }) {
    if (operands.length > 0) call.run(operands);
  },
  examples: {
    "exec 2>&1; ls": "safe",
    "exec ls": "safe",
    "exec -a ls rm -rf build": "dangerous",
  },
} satisfies Rule;
