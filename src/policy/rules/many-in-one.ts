import type { Rule } from "../rule.ts";

export default {
  name: "many-in-one",
  programs: ["busybox", "toybox"],
  class: "dangerous",
  category: "wrapper",
  description: "be many programs in one",
  whole: true,
  judge(call) {
    if (call.args.length > 0) call.run(call.args);
  },
  examples: {
    "busybox rm -rf build": "dangerous",
    "busybox su": "catastrophic",
    "busybox sh -c 'sudo id'": "catastrophic",
    "busybox cat /root/x": "blocked",
  },
} satisfies Rule;
