import type { Rule } from "../rule.ts";

export default {
  name: "command",
  programs: ["command", "builtin"],
  class: "safe",
  category: "wrapper",
  description: "run a command and not a function of that name",
  options: { flags: "-p -v -V", stop: true },
  judge(call, { options, operands }) {
    const asks = options.some(({ name }) => name === "-v" || name === "-V");
    if (!asks && operands.length > 0) call.run(operands);
  },
  examples: {
    "command -v sudo": "safe",
    "command ls": "safe",
    "command rm -rf build": "dangerous",
    "builtin exec sudo id": "catastrophic",
  },
} satisfies Rule;
