import { literal } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "trap",
  programs: ["trap"],
  class: "safe",
  category: "hidden execution",
  description: "run text later",
  whole: true,
  judge(call) {
    const [code, ...signals] = call.args.filter((arg) => literal(arg) !== "--");
    const word = literal(code);
    // Listing, ignoring and resetting signals run nothing.
    if (code === undefined || /^(-[lp]*|)$/.test(word ?? "?") || signals.length === 0) return;
    call.ask("trap", "hidden execution", "trap runs text later");
    if (word !== undefined) call.source(word, call.scope.fork());
  },
  examples: {
    "trap - EXIT": "safe",
    "trap 'sudo id' EXIT": "catastrophic",
    "trap 'rm x' EXIT": "dangerous",
  },
} satisfies Rule;
