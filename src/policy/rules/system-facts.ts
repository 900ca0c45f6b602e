import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "system-facts",
  programs: ["whoami", "id", "groups", "users", "who", "w", "logname", "tty", "nproc", "arch", "uname", "uptime", "cal", "ncal", "getconf", "locale", "pwd", "printenv", "which", "whereis", "free", "vmstat", "lscpu", "lsblk", "lsusb", "lspci", "lsmod", "lsns", "ps", "pgrep", "pidof", "pstree", "pmap", "iostat", "mpstat", "getent", "hostid", "dnsdomainname", "tput", "clear", "apropos", "whatis", "sw_vers", "lsb_release", "lsof", "last", "lastlog", "netstat", "ver", "jobs", "times", "dirs", "caller", "help", "wait", "sar", "numastat", "lsipc", "lslocks", "lsmem", "findmnt", "runlevel"],
  class: "safe",
  category: "safe",
  description: "show facts about the system, its users and processes",
  options: { open: true },
  operands: "text",
  judge(call) {
    for (const arg of call.args) if (/^[/~]/.test(knownStart(arg))) call.touch(arg, "read");
  },
  examples: {
    "whoami": "safe",
    "id -un": "safe",
    "ps aux": "safe",
    "which -a python3": "safe",
    "lsof -i :3000": "safe",
    "printenv HOME": "safe",
    "last -f /root/x": "blocked",
  },
} satisfies Rule;
