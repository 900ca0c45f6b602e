import type { Rule } from "../rule.ts";

export default {
  name: "patch",
  programs: ["patch"],
  class: "dangerous",
  category: "file change",
  description: "change files by a patch",
  options: {
    open: true,
    read: "-i --input",
    write: "-o --output -d --directory -r --reject-file",
    text: "-p --strip -F --fuzz -B --prefix -z --suffix",
  },
  operands: "write",
  examples: {
    "patch -p1 < x": "dangerous",
    "patch /etc/hosts < x": "blocked",
  },
} satisfies Rule;
