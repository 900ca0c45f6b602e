import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "remove",
  programs: ["rm", "rmdir", "unlink"],
  class: "dangerous",
  category: "destructive file operation",
  description: "remove files",
  options: { open: true },
  judge(call, parsed) {
    const recursive = call.args.some((arg) => /^(-\w*[rR]|--recursive)/.test(knownStart(arg)));
    for (const operand of parsed.operands) call.touch(operand, recursive ? "replace" : "delete");
  },
  examples: {
    "rm -rf build": "dangerous",
    "rm /etc/hosts": "blocked",
    "rm -rf /": "blocked",
    "rm -rf /usr/bin/*": "blocked",
    "rmdir build": "dangerous",
    "rm -- /etc/hosts": "blocked",
  },
} satisfies Rule;
