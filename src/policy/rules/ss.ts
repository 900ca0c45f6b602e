import type { Rule } from "../rule.ts";

export default {
  name: "ss",
  programs: ["ss"],
  class: "safe",
  category: "safe",
  description: "show sockets",
  options: { open: true, denyFlag: "-K --kill -N --net", deny: "-F --filter -D --diag" },
  operands: "text",
  examples: {
    "ss -tlnp": "safe",
    "ss -K dst 1.2.3.4": "dangerous",
    "ss -F filters": "dangerous",
  },
} satisfies Rule;
