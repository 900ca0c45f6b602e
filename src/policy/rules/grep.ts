import { searchOperands } from "../search-operands.ts";
import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "grep",
  programs: ["grep", "egrep", "fgrep"],
  class: "safe",
  category: "safe",
  description: "search text in files",
  options: {
    open: true,
    numeric: true,
    optional: "--color --colour",
    text: "-e --regexp -m --max-count -A --after-context -B --before-context -C --context -D --devices -d --directories --binary-files --exclude --exclude-dir --include --label --group-separator",
    read: "-f --file --exclude-from",
  },
  judge(call, parsed) {
    const recursive = call.args.some((arg) =>
      /^(-\w*[rR]|--recursive|--dereference-recursive|--directories=recurse)/.test(knownStart(arg)),
    );
    searchOperands(call, parsed, /^(-e|--regexp|-f|--file)$/, recursive ? "search" : "read");
  },
  examples: {
    "grep -rn TODO src": "safe",
    "grep root /etc/passwd": "safe",
    "grep --file=/root/x README.md": "blocked",
    "grep -rn '' /root/": "blocked",
    "grep -r secret /": "dangerous",
    'grep "$x" f': "dangerous",
    'grep -e "$x" f': "safe",
    "grep -f/root/x a": "blocked",
  },
} satisfies Rule;
