import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "man",
  programs: ["man"],
  class: "safe",
  category: "safe",
  description: "show a manual page",
  options: {
    flags:
      "-f --whatis -k --apropos -w --where --path --location -a --all -i -I --regex --wildcard --names-only -h --help -V --version -t",
    text: "-s -S --sections -L --locale -m --systems -e --extension -E --encoding",
    deny: "-P --pager -r --prompt -T --troff-device -M --manpath -C --config-file -p --preprocessor -R --recode",
    denyFlag: "-X --gxditview -Z --ditroff -l --local-file -D -u --update",
    optional: "",
  },
  operands: "text",
  judge(call) {
    if (call.args.some((arg) => /^(-H|--html|-T|-X)/.test(knownStart(arg))))
      call.ask("man", "unsafe option", "man would start another program");
    for (const arg of call.args) if (knownStart(arg).includes("/")) call.touch(arg, "read");
  },
  examples: {
    "man ls": "safe",
    "man -P ./x ls": "dangerous",
    "man -H./x ls": "dangerous",
    "man --pager=./x ls": "dangerous",
    "man 5 passwd": "safe",
  },
} satisfies Rule;
