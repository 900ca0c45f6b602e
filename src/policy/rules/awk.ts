import { judgeAwk } from "../languages/awk.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "awk",
  programs: ["awk", "gawk", "mawk", "nawk"],
  class: "safe",
  category: "safe",
  description: "process text by columns",
  judge: judgeAwk,
  whole: true,
  examples: {
    'awk \'BEGIN{ if (1) /"/; system("id"); /"/ }\'': "dangerous",
    "awk '{print ($1+$2)/2}' a.txt": "safe",
    "awk '{print $1}' a.txt": "safe",
    "awk '$3 > 5' a.txt": "safe",
    "awk 'BEGIN{system(\"id\")}'": "dangerous",
    "awk '{print > \"/etc/x\"}' a": "blocked",
    "awk -f x.awk a": "dangerous",
    "awk '{print}' /root/x": "blocked",
    "awk 'BEGIN{\"id\"|getline x}'": "dangerous",
    "awk -F: '{print $1}' /etc/passwd": "safe",
  },
} satisfies Rule;
