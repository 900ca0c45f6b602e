import { judgeBracket } from "../bracket.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "test",
  programs: ["test", "["],
  class: "safe",
  category: "safe",
  description: "compare values and look at files",
  judge: judgeBracket,
  whole: true,
  examples: {
    "test -f package.json": "safe",
    "[ -r /root/x ]": "blocked",
    '[ -n "$HOME" ]': "safe",
    "test -v 'a[$(id)]'": "dangerous",
    "[ a -nt /root/x ]": "blocked",
    "[ 1 -gt 0 ]": "safe",
  },
} satisfies Rule;
