import type { Rule } from "../rule.ts";

export default {
  name: "uniq",
  programs: ["uniq"],
  class: "safe",
  category: "safe",
  description: "drop repeated lines",
  options: { open: true, text: "-f --skip-fields -s --skip-chars -w --check-chars" },
  judge(call, { operands }) {
    call.touch(operands[0], "read");
    for (const output of operands.slice(1)) call.touch(output, "write");
  },
  examples: {
    "uniq -c a.txt": "safe",
    "uniq a.txt out.txt": "dangerous",
    "uniq a.txt /etc/x": "blocked",
    "sort a | uniq -f 1": "safe",
  },
} satisfies Rule;
