import type { Rule } from "../rule.ts";

export default {
  name: "create",
  programs: ["touch", "mkdir", "mkfifo", "mknod", "truncate", "split", "csplit", "mktemp", "fallocate"],
  class: "dangerous",
  category: "file change",
  description: "create or change files",
  options: {
    open: true,
    read: "-r --reference",
    text: "-d --date -t -m --mode -s --size -b --bytes -l --lines -n --number",
  },
  operands: "write",
  examples: {
    "touch new.txt": "dangerous",
    "mkdir /etc/x": "blocked",
    "truncate -s 0 /var/log/x": "blocked",
    "touch ~/.bashrc": "blocked",
  },
} satisfies Rule;
