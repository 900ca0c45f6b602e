import type { Rule } from "../rule.ts";

export default {
  name: "source",
  programs: ["source", "."],
  class: "dangerous",
  category: "hidden execution",
  description: "run a script inside this shell",
  whole: true,
  judge(call) {
    call.touch(call.args[0], "read");
    if (call.stdin !== undefined) call.source(call.stdin);
  },
  examples: {
    ". ./x.sh": "dangerous",
    ". /root/.profile": "blocked",
  },
} satisfies Rule;
