import { copyTo } from "../copy.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "move",
  programs: ["mv"],
  class: "dangerous",
  category: "file change",
  description: "move files",
  options: { open: true, text: "-S --suffix", replace: "-t --target-directory" },
  judge: copyTo("replace"),
  examples: {
    "mv a b": "dangerous",
    "mv a /etc/x": "blocked",
    "mv /etc/hosts .": "blocked",
  },
} satisfies Rule;
