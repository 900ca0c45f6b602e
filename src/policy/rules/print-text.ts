import type { Rule } from "../rule.ts";

export default {
  name: "print-text",
  programs: [
    "echo",
    "true",
    "false",
    ":",
    "yes",
    "seq",
    "sleep",
    "basename",
    "dirname",
    "expr",
    "factor",
    "pathchk",
    "numfmt",
    "tr",
  ],
  class: "safe",
  category: "safe",
  description: "print or compute text",
  options: { open: true },
  operands: "text",
  examples: {
    "echo hello": "safe",
    'echo "rm -rf /"': "safe",
    "echo /root/*": "blocked",
    "seq 1 3": "safe",
    "echo $x": "safe",
    "tr a-z A-Z < README.md": "safe",
  },
} satisfies Rule;
