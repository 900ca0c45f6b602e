import type { Rule } from "../rule.ts";

export default {
  name: "journal",
  programs: ["journalctl"],
  class: "safe",
  category: "safe",
  description: "show the system's journal",
  options: {
    flags:
      "-a --all -f --follow -e --pager-end -k --dmesg -r --reverse -x --catalog -q --quiet --no-pager --no-full -l --full --no-tail --utc --no-hostname --list-boots --disk-usage --header --system --user -N --fields -m --merge -h --help --version",
    text: "-n --lines -p --priority -u --unit --user-unit -S --since -U --until -o --output -g --grep --facility -t --identifier -F --field --case-sensitive --output-fields --cursor --after-cursor",
    optional: "-b --boot",
    read: "--file -D --directory",
    denyFlag:
      "--rotate --flush --sync --relinquish-var --smart-relinquish-var --setup-keys --verify --update-catalog",
    deny: "--vacuum-size --vacuum-time --vacuum-files --cursor-file --root --image --namespace --verify-key",
  },
  operands: "text",
  examples: {
    "journalctl -n 20": "safe",
    "journalctl -u ssh --since today --no-pager": "safe",
    "journalctl --vacuum-size=1M": "dangerous",
    "journalctl --file=/root/x": "blocked",
  },
} satisfies Rule;
