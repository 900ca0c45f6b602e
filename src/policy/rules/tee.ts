import type { Rule } from "../rule.ts";

export default {
  name: "tee",
  programs: ["tee"],
  class: "safe",
  category: "safe",
  description: "copy input to files",
  options: { flags: "-a --append -i --ignore-interrupts -p", optional: "--output-error" },
  operands: "write",
  examples: {
    "ls | tee out.txt": "dangerous",
    "ls | tee /dev/null": "safe",
    "ls | tee -a /etc/hosts": "blocked",
    "ls | tee": "safe",
  },
} satisfies Rule;
