import { judgeNames } from "../declare.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "unset",
  programs: ["unset"],
  class: "safe",
  category: "environment",
  description: "forget variables",
  whole: true,
  judge: (call) => judgeNames(call, /^-[vf]$/),
  examples: {
    "unset X": "safe",
    "unset PATH": "dangerous",
    "unset 'a[$(id)]'": "dangerous",
  },
} satisfies Rule;
