import { judgeGit } from "../languages/git.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "git-read-only",
  programs: ["git"],
  class: "safe",
  category: "safe",
  description: "look at a repository",
  judge: judgeGit,
  whole: true,
  examples: {
    "git status": "safe",
    "git log --oneline -5": "safe",
    "git diff --output=x": "dangerous",
    "git -c core.pager=x log": "dangerous",
    "git branch -D old": "dangerous",
    "git branch -a": "safe",
    "git -C /root status": "blocked",
    "git config --list": "safe",
    "git config user.name x": "dangerous",
    "git stash list": "safe",
    "git push": "dangerous",
  },
} satisfies Rule;
