import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "printf",
  programs: ["printf"],
  class: "safe",
  category: "safe",
  description: "print formatted text",
  operands: "text",
  judge(call) {
    if (knownStart(call.args[0] ?? []).startsWith("-v")) {
      call.ask("printf", "hidden execution", "printf -v assigns a variable and evaluates its subscript");
    }
  },
  examples: {
    "printf '%s\\n' a": "safe",
    "printf -v PATH x": "dangerous",
    "printf -- '-x'": "safe",
    'printf "$x"': "safe",
  },
} satisfies Rule;
