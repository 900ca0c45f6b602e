import { searchOperands } from "../search-operands.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "rg",
  programs: ["rg", "ripgrep"],
  class: "safe",
  category: "safe",
  description: "search text in files",
  options: {
    open: true,
    text: "-e --regexp -g --glob --iglob -t --type -T --type-not -A --after-context -B --before-context -C --context -m --max-count -M --max-columns -d --max-depth --maxdepth -j --threads -r --replace -E --encoding --color --colors --sort --sortr --type-add --type-clear --engine --max-filesize --path-separator --context-separator --field-match-separator --field-context-separator --dfa-size-limit --regex-size-limit --hyperlink-format --generate",
    read: "-f --file --ignore-file",
    deny: "--pre --pre-glob --hostname-bin",
    denyFlag: "-z --search-zip",
  },
  judge(call, parsed) {
    searchOperands(call, parsed, /^(-e|--regexp|-f|--file|--files|--type-list)$/, "search");
  },
  examples: {
    "rg -n TODO src": "safe",
    "rg --pre=./x foo": "dangerous",
    "rg -nz foo": "dangerous",
    "rg foo /root": "blocked",
    "rg -f /root/x .": "blocked",
    "rg --pre$IFS./evil foo": "dangerous",
    "rg --files": "safe",
    'rg -e "$x" src': "safe",
  },
} satisfies Rule;
