import type { Rule } from "../rule.ts";

export default {
  name: "disk-usage",
  programs: ["du"],
  class: "safe",
  category: "safe",
  description: "add up the size of folders",
  options: {
    open: true,
    text: "-d --max-depth -t --threshold -B --block-size --exclude --time-style",
    read: "-X --exclude-from --files0-from",
  },
  operands: "search",
  examples: {
    "du -sh src": "safe",
    "du -a /root": "blocked",
    "du --files0-from=/root/x": "blocked",
  },
} satisfies Rule;
