import type { Rule } from "../rule.ts";

export default {
  name: "diff",
  programs: ["diff", "colordiff", "diff3"],
  class: "safe",
  category: "safe",
  description: "compare files",
  options: {
    open: true,
    text: "-x --exclude -I --ignore-matching-lines -U --unified -C --context -W --width -L --label -F --show-function-line --tabsize --horizon-lines -S --starting-file",
    read: "--from-file --to-file -X --exclude-from",
    deny: "--diff-program -l --paginate",
  },
  operands: "search",
  examples: {
    "diff -u a b": "safe",
    "diff /root/x a": "blocked",
    "diff --to-file=/root/x a": "blocked",
    "diff3 --diff-program=./x a b c": "dangerous",
    "diff --from-file /root/x a": "blocked",
  },
} satisfies Rule;
