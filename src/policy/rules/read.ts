import { judgeRead } from "../declare.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "read",
  programs: ["read", "mapfile", "readarray", "getopts"],
  class: "safe",
  category: "environment",
  description: "read input into variables",
  whole: true,
  judge: judgeRead,
  examples: {
    "read -r x <<< hi": "safe",
    "read PATH <<< x": "dangerous",
    'read "$x"': "dangerous",
    "mapfile -t a < f": "safe",
    "mapfile -C 'rm x' a": "dangerous",
    "IFS=, read -r a b <<< 1,2": "safe",
  },
} satisfies Rule;
