import { joined } from "../shell/parameter.ts";
import { literal } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "eval",
  programs: ["eval"],
  class: "dangerous",
  category: "hidden execution",
  description: "run text as commands",
  whole: true,
  judge(call) {
    const code = literal(joined(call.args));
    if (code !== undefined) call.source(code);
    else call.code("text that is only known at run time is run as commands");
  },
  examples: {
    "eval rm -rf build": "dangerous",
    "eval 'su'do id": "catastrophic",
    'eval "$(cat x)"': "dangerous",
    "eval 'echo x > /etc/x'": "blocked",
  },
} satisfies Rule;
