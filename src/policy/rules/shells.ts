import { judgeShell } from "../interpreter.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "shells",
  programs: [
    "bash",
    "sh",
    "dash",
    "zsh",
    "ksh",
    "mksh",
    "ash",
    "rbash",
    "fish",
    "csh",
    "tcsh",
    "pwsh",
    "powershell",
  ],
  class: "dangerous",
  category: "shell/interpreter",
  description: "run shell scripts",
  whole: true,
  judge: judgeShell,
  examples: {
    "bash script.sh": "dangerous",
    "bash -c ls": "dangerous",
    "sh -c 'sudo id'": "catastrophic",
    "bash -c 'touch /etc/x'": "blocked",
    "bash <<< 'echo x > /etc/x'": "blocked",
    "bash -lc 'bash -c \"sudo id\"'": "catastrophic",
  },
} satisfies Rule;
