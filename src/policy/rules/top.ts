import { literal } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "top",
  programs: ["top"],
  class: "safe",
  category: "safe",
  description: "show the busiest processes once",
  options: { flags: "-b -c -H -i -S -1", text: "-n -d -o -p -u -U -w -e -E", numeric: true },
  operands: "text",
  judge(call) {
    const batch = call.args.some((arg) => /^-\w*b/.test(literal(arg) ?? ""));
    if (!batch)
      call.ask("top", "interactive program", "top takes keys that change settings", "Use top -b -n 1.");
  },
  examples: {
    "top -b -n 1": "safe",
    "top -bn1 | head": "safe",
    top: "dangerous",
  },
} satisfies Rule;
