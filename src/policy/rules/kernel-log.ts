import type { Rule } from "../rule.ts";

export default {
  name: "kernel-log",
  programs: ["dmesg", "journalctl"],
  class: "safe",
  category: "safe",
  description: "show system logs",
  options: { flags: "-T --ctime -H --human -k --kernel -L -x --decode -r --reverse -t --notime -e --pager-end --no-pager -q --quiet -a --all --list-boots --utc --no-hostname --disk-usage -J --json -u --userspace -w --follow -f", text: "-l --level -n --lines -p --priority -u --unit -b --boot -S --since -U --until -o --output -g --grep --facility -t --identifier", read: "-F --file -D --directory", denyFlag: "-C --clear -c --read-clear -D --console-off -E --console-on --rotate --flush --sync --relinquish-var --setup-keys --verify --update-catalog", deny: "--vacuum-size --vacuum-time --vacuum-files --cursor-file --root -n --console-level" },
  operands: "text",
  examples: {
    "dmesg -T": "safe",
    "dmesg -C": "dangerous",
    "journalctl -n 20": "safe",
    "journalctl --vacuum-size=1M": "dangerous",
    "journalctl --file=/root/x": "blocked",
  },
} satisfies Rule;
