import type { Rule } from "../rule.ts";

export default {
  name: "shuf",
  programs: ["shuf"],
  class: "safe",
  category: "safe",
  description: "shuffle lines",
  options: {
    flags: "-e --echo -r --repeat -z --zero-terminated",
    text: "-i --input-range -n --head-count",
    read: "--random-source",
    write: "-o --output",
  },
  operands: "read",
  examples: {
    "shuf a.txt": "safe",
    "shuf -i 1-10 -n 1": "safe",
    "shuf -o out a.txt": "dangerous",
    "shuf -e a b": "safe",
  },
} satisfies Rule;
