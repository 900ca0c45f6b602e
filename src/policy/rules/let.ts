import { judgeArithmeticText } from "../shell/arithmetic.ts";
import { Expander } from "../shell/expand.ts";
import { literal } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "let",
  programs: ["let"],
  class: "safe",
  category: "safe",
  description: "compute",
  whole: true,
  judge(call) {
    for (const arg of call.args) {
      const text = literal(arg);
      if (text === undefined)
        call.ask("let", "hidden execution", "let evaluates a value known only at run time");
      else judgeArithmeticText(text, new Expander(call.trial, call.scope));
    }
  },
  examples: {
    "let x=1+2": "safe",
    'let "$x"': "dangerous",
    "let 'a[$(id)]=1'": "dangerous",
  },
} satisfies Rule;
