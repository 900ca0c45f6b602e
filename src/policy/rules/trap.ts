import { literal } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "trap",
  programs: ["trap"],
  class: "dangerous",
  category: "hidden execution",
  description: "run text later",
  whole: true,
  judge(call) {
    const code = literal(call.args.find((arg) => literal(arg) !== "--"));
    if (code !== undefined && !/^-[lp]?$/.test(code)) call.source(code, call.scope.fork());
  },
  examples: {
    "trap 'sudo id' EXIT": "catastrophic",
    "trap 'rm x' EXIT": "dangerous",
  },
} satisfies Rule;
