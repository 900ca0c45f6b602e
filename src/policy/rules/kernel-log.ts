import type { Rule } from "../rule.ts";

export default {
  name: "kernel-log",
  programs: ["dmesg"],
  class: "safe",
  category: "safe",
  description: "show the kernel's log",
  options: {
    flags:
      "-T --ctime -e --reltime -H --human -k --kernel -x --decode -r --raw -t --notime -P --nopager -S --syslog -u --userspace -w --follow -W --follow-new -d --show-delta -J --json -p --force-prefix -h --help -V --version",
    text: "-l --level -f --facility -s --buffer-size --since --until --time-format",
    optional: "-L --color",
    read: "-F --file -K --kmsg-file",
    denyFlag: "-C --clear -c --read-clear -D --console-off -E --console-on",
    deny: "-n --console-level",
  },
  operands: "text",
  examples: {
    "dmesg -T": "safe",
    "dmesg -C": "dangerous",
    "dmesg --console-off": "dangerous",
    "dmesg --file /root/x": "blocked",
  },
} satisfies Rule;
