import type { Rule } from "../rule.ts";

export default {
  name: "wait",
  programs: ["wait"],
  class: "safe",
  category: "safe",
  description: "wait for background jobs",
  options: { flags: "-n -f", deny: "-p" },
  operands: "text",
  examples: {
    wait: "safe",
    "wait -n": "safe",
    "wait -p 'a[$(id)]'": "dangerous",
  },
} satisfies Rule;
