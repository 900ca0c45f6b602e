import { joined } from "../shell/parameter.ts";
import { literal, sourceText } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "eval",
  programs: ["eval"],
  class: "dangerous",
  category: "hidden execution",
  description: "run text as commands",
  whole: true,
  judge(call) {
    const code = joined(call.args);
    if (literal(code) === undefined) call.code("text that is only known at run time is run as commands");
    call.source(sourceText(code));
  },
  examples: {
    "eval rm -rf build": "dangerous",
    "eval 'su'do id": "catastrophic",
    'eval "$(cat x)"': "dangerous",
    "eval 'echo x > /etc/x'": "blocked",
  },
} satisfies Rule;
