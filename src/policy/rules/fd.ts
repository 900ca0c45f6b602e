import type { Rule } from "../rule.ts";

export default {
  name: "fd",
  programs: ["fd", "fdfind"],
  class: "safe",
  category: "safe",
  description: "find files by name",
  options: {
    open: true,
    text: "-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size --changed-within --changed-before -o --owner -j --threads -c --color --max-results --path-separator",
    search: "--search-path --base-directory -C",
    read: "--ignore-file",
    deny: "-x --exec -X --exec-batch",
    denyFlag: "-l --list-details",
  },
  judge(call, { operands }) {
    for (const folder of operands.slice(1)) call.touch(folder, "search");
  },
  examples: {
    "fd --type f": "safe",
    "fd -x rm": "dangerous",
    "fd . --exec=rm": "dangerous",
    "fd key /root": "blocked",
    "fd -e ts": "safe",
  },
} satisfies Rule;
