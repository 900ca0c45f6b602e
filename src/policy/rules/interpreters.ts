import { judgeInterpreter } from "../interpreter.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "interpreters",
  programs: ["python", "python2", "python3", "pypy", "perl", "ruby", "node", "nodejs", "deno", "php", "lua", "luajit", "tclsh", "wish", "osascript", "Rscript", "ghc", "runghc", "java", "scala", "groovy", "julia", "racket", "guile", "elixir", "erl"],
  class: "dangerous",
  category: "shell/interpreter",
  description: "run programs in another language",
  whole: true,
  judge: judgeInterpreter,
  examples: {
    "python3 x.py": "dangerous",
    "node -e 1": "dangerous",
    "python3 /root/x.py": "blocked",
    "node x.js /etc/hosts": "blocked",
  },
} satisfies Rule;
