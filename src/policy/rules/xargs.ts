import { judgeXargs } from "../xargs.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "xargs",
  programs: ["xargs", "gxargs"],
  class: "safe",
  category: "wrapper",
  description: "run a command on words from its input",
  options: {
    flags: "-0 --null -r --no-run-if-empty -t --verbose -x --exit -o --open-tty",
    optional: "-i -l -e --replace --max-lines --eof",
    text: "-I -L -n --max-args -P --max-procs -s --max-chars -E -d --delimiter --process-slot-var",
    read: "-a --arg-file",
    denyFlag: "-p --interactive",
    stop: true,
  },
  judge: judgeXargs,
  examples: {
    "echo a,/root/x | xargs -d, cat": "dangerous",
    "xargs -n1 echo < a.txt": "safe",
    "xargs rm < a.txt": "dangerous",
    "echo id | xargs sudo": "catastrophic",
    "echo /root/x | xargs cat": "blocked",
    "ls | xargs -I{} sudo rm {}": "catastrophic",
  },
} satisfies Rule;
