import type { Rule } from "../rule.ts";

export default {
  name: "file",
  programs: ["file"],
  class: "safe",
  category: "safe",
  description: "tell what kind of file something is",
  options: {
    open: true,
    text: "-F --separator -e --exclude -P --parameter",
    read: "-f --files-from",
    deny: "-m --magic-file",
    denyFlag: "-C --compile -z --uncompress -Z --uncompress-noreport",
  },
  operands: "read",
  examples: {
    "file -b src/index.ts": "safe",
    "file -C -m magic": "dangerous",
    "file -f /root/list": "blocked",
  },
} satisfies Rule;
