import type { Rule } from "../rule.ts";

export default {
  name: "remote-shell",
  programs: ["ssh", "mosh"],
  class: "dangerous",
  category: "network command",
  description: "run commands on another machine",
  options: {
    open: true,
    stop: true,
    read: "-F -i",
    text: "-l -p -o -L -R -D -J -b -c -e -m -W",
    write: "-E -S",
  },
  operands: "text",
  examples: {
    "ssh host ls": "dangerous",
    "ssh -i /root/key host": "blocked",
    "ssh host cat /etc/hosts": "dangerous",
  },
} satisfies Rule;
