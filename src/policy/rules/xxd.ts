import type { Rule } from "../rule.ts";

export default {
  name: "xxd",
  programs: ["xxd"],
  class: "safe",
  category: "safe",
  description: "show bytes",
  options: { open: true, text: "-c -cols -g -l -len -o -s -seek -n -name -R", denyFlag: "-r -revert" },
  judge(call, { operands }) {
    call.touch(operands[0], "read");
    for (const output of operands.slice(1)) call.touch(output, "write");
  },
  examples: {
    "xxd a.bin": "safe",
    "xxd -r a b": "dangerous",
    "xxd a /etc/x": "blocked",
    "xxd -l 16 a.bin": "safe",
  },
} satisfies Rule;
