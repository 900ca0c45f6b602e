import { judgeChangeFolder } from "../change-folder.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "change-folder",
  programs: ["cd", "pushd", "popd", "chdir"],
  class: "safe",
  category: "safe",
  description: "change the working directory",
  whole: true,
  judge: judgeChangeFolder,
  examples: {
    "cd .. && ls": "safe",
    "cd /etc && touch x": "blocked",
    "cd /root": "blocked",
    "cd /etc; cat hosts": "safe",
    "pushd src && ls && popd": "safe",
    "(cd /etc && rm hosts)": "blocked",
  },
} satisfies Rule;
