import type { Rule } from "../rule.ts";

export default {
  name: "tree",
  programs: ["tree"],
  class: "safe",
  category: "safe",
  description: "draw a folder as a tree",
  options: {
    open: true,
    text: "-L -P -I -H -T --filelimit --charset --timefmt --sort",
    read: "--gitfile --infofile",
    write: "-o --output",
    denyFlag: "-R",
  },
  operands: "search",
  examples: {
    "tree -L 2": "safe",
    "tree -o out.txt": "dangerous",
    "tree -o /etc/x": "blocked",
    "tree /root": "blocked",
  },
} satisfies Rule;
