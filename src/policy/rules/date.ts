import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "date",
  programs: ["date"],
  class: "safe",
  category: "safe",
  description: "show the date and time",
  options: {
    flags: "-u --utc --universal -R --rfc-email --debug -j -n --help --version",
    optional: "-I --iso-8601",
    text: "-d --date --rfc-3339 -v",
    read: "-f --file -r --reference",
    deny: "-s --set",
  },
  judge(call, parsed) {
    for (const operand of parsed.operands) {
      if (!knownStart(operand).startsWith("+"))
        call.ask("date", "system control", "date with this operand sets the clock");
    }
  },
  examples: {
    date: "safe",
    "date -u +%F": "safe",
    "date -s 2020-01-01": "dangerous",
    "date 010100002020": "dangerous",
    "date --file=/root/x": "blocked",
    "date -d yesterday +%F": "safe",
  },
} satisfies Rule;
