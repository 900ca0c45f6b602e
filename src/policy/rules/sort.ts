import type { Rule } from "../rule.ts";

export default {
  name: "sort",
  programs: ["sort"],
  class: "safe",
  category: "safe",
  description: "sort lines",
  options: {
    flags:
      "-b -d -f -g -i -M -h -n -R -r -V -c -C -m -s -u -z --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort --reverse --version-sort --merge --stable --unique --zero-terminated --debug --help --version",
    optional: "--check",
    text: "-k --key -t --field-separator -S --buffer-size --batch-size --parallel --sort",
    read: "--files0-from --random-source",
    write: "-o --output",
    deny: "-T --temporary-directory --compress-program",
  },
  operands: "read",
  examples: {
    "sort -k2,2n -t, data.csv": "safe",
    "sort -uo out a.txt": "dangerous",
    "sort -o /etc/x a.txt": "blocked",
    "sort --compress-prog ./evil a": "dangerous",
    "sort --files0-from=/root/x": "blocked",
    "sort *.txt": "safe",
  },
} satisfies Rule;
