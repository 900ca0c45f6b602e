import { judgeDeclare } from "../declare.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "declare",
  programs: ["declare", "typeset", "local", "readonly", "export"],
  class: "safe",
  category: "environment",
  description: "set variables",
  whole: true,
  judge: judgeDeclare,
  examples: {
    "declare -a x=(1 2)": "safe",
    "export LANG=C": "safe",
    "export PATH=/tmp": "dangerous",
    "declare -n r=x": "dangerous",
    "export $x": "dangerous",
    "readonly X=1": "safe",
    "declare -i x='a[$(id)]'": "dangerous",
  },
} satisfies Rule;
