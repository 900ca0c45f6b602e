import { afterSeparator } from "../paths/location.ts";
import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "disk-copy",
  programs: ["dd"],
  class: "catastrophic",
  category: "disk operation",
  description: "copy raw data over files and disks",
  whole: true,
  judge(call) {
    for (const arg of call.args) {
      const start = knownStart(arg);
      if (start.startsWith("if=")) call.touch(afterSeparator(arg, "="), "read");
      if (start.startsWith("of=")) call.touch(afterSeparator(arg, "="), "write");
    }
  },
  examples: {
    "dd if=a of=b": "catastrophic",
    "dd if=a of=/etc/x": "blocked",
  },
} satisfies Rule;
