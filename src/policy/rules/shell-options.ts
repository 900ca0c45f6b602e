import { judgeShellOptions } from "../shell-options.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "shell-options",
  programs: [
    "set",
    "shopt",
    "shift",
    "exit",
    "return",
    "break",
    "continue",
    "umask",
    "ulimit",
    "alias",
    "unalias",
    "hash",
    "history",
    "logout",
  ],
  class: "safe",
  category: "safe",
  description: "steer the shell itself",
  whole: true,
  judge: judgeShellOptions,
  examples: {
    "set -e; ls": "safe",
    "shopt -s extglob": "dangerous",
    "hash -p /bin/rm ls": "dangerous",
    "alias x=rm": "dangerous",
    "set rm -rf build; $*": "dangerous",
    "ulimit -a": "safe",
    "exit 1": "safe",
    alias: "safe",
  },
} satisfies Rule;
