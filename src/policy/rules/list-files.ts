import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "list-files",
  programs: ["ls", "dir", "vdir", "stat", "readlink", "realpath", "df", "lsattr", "getfacl", "namei"],
  class: "safe",
  category: "safe",
  description: "list files and their properties",
  options: { open: true },
  operands: "read",
  judge(call, parsed) {
    const recursive =
      call.program.endsWith("ls") && call.args.some((arg) => /^(-\w*R|--recursive)/.test(knownStart(arg)));
    if (recursive) for (const operand of parsed.operands) call.touch(operand, "search");
  },
  examples: {
    "ls -la src": "safe",
    "ls /root": "blocked",
    "ls -R /": "dangerous",
    "stat -c %s package.json": "safe",
    "ls /r??t": "blocked",
  },
} satisfies Rule;
