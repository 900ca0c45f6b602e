import { judgeEnv } from "../env-wrapper.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "env",
  programs: ["env", "genv"],
  class: "safe",
  category: "wrapper",
  description: "show the environment or run a command in another one",
  options: {
    flags: "-i --ignore-environment - -0 --null -v --debug --list-signal-handling",
    text: "-u --unset -S --split-string",
    read: "-C --chdir",
    optional: "--block-signal --default-signal --ignore-signal",
    stop: true,
  },
  judge: judgeEnv,
  examples: {
    env: "safe",
    "env -i ls": "safe",
    "env LD_PRELOAD=x ls": "dangerous",
    "env -S 'sudo id'": "catastrophic",
    "env LANG=C sort a": "safe",
    "env -- sudo id": "catastrophic",
    'env -S"PATH=/tmp ls"': "dangerous",
    "env -C /root ls": "blocked",
  },
} satisfies Rule;
