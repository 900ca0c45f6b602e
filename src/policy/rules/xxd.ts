import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "xxd",
  programs: ["xxd"],
  class: "safe",
  category: "safe",
  description: "show bytes",
  options: {
    open: true,
    flags: "-p -ps -a -b -e -E -i -u -C -d",
    text: "-c -cols -g -l -len -o -s -seek -n -name -R",
  },
  judge(call, { operands }) {
    // xxd reads `-ps` as one word and everything that begins with -r as "revert".
    if (call.args.some((arg) => /^--?r/.test(knownStart(arg)))) {
      call.ask("xxd", "unsafe option", "xxd -r writes bytes");
    }
    call.touch(operands[0], "read");
    for (const output of operands.slice(1)) call.touch(output, "write");
  },
  examples: {
    "xxd a.bin": "safe",
    "xxd -r a b": "dangerous",
    "xxd a /etc/x": "blocked",
    "xxd -l 16 a.bin": "safe",
  },
} satisfies Rule;
