import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "change-mode",
  programs: ["chmod", "chown", "chgrp", "chattr", "setfacl", "chcon"],
  class: "dangerous",
  category: "destructive file operation",
  description: "change who may use files",
  options: { open: true, read: "--reference" },
  judge(call, parsed) {
    const recursive = call.args.some((arg) => /^(-\w*R|--recursive)/.test(knownStart(arg)));
    for (const operand of parsed.operands.slice(1)) call.touch(operand, recursive ? "replace" : "write");
    if (call.program !== "chmod") call.touch(parsed.operands[0], "write");
  },
  examples: {
    "chmod +x a.sh": "dangerous",
    "chmod u+s /usr/bin/find": "blocked",
    "chown -R user /": "blocked",
    "chgrp users f": "dangerous",
  },
} satisfies Rule;
