import type { Rule } from "../rule.ts";

export default {
  name: "find-programs",
  programs: ["type"],
  class: "safe",
  category: "safe",
  description: "tell what a name means to the shell",
  options: { open: true },
  operands: "text",
  examples: {
    "type -a ls": "safe",
    "type rm": "safe",
  },
} satisfies Rule;
