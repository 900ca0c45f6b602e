import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "link",
  programs: ["ln", "link"],
  class: "dangerous",
  category: "file change",
  description: "make links",
  options: { open: true, text: "-S --suffix", write: "-t --target-directory" },
  judge(call, { operands, options }) {
    const symbolic = call.args.some((arg) => /^(-\w*s|--symbolic)/.test(knownStart(arg)));
    const named = options.some(({ name }) => name === "-t" || name === "--target-directory");
    const targets = named || operands.length < 2 ? operands : operands.slice(0, -1);
    for (const target of targets) call.touch(target, symbolic ? "read" : "link");
    if (!named && operands.length > 1) call.touch(operands.at(-1), "write");
  },
  examples: {
    "ln -s a b": "dangerous",
    "ln /root/x y": "blocked",
    "ln -s a /usr/bin/b": "blocked",
    "ln -t /usr/bin a": "blocked",
  },
} satisfies Rule;
