import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "read-files",
  programs: [
    "cat",
    "tac",
    "nl",
    "rev",
    "fold",
    "fmt",
    "pr",
    "expand",
    "unexpand",
    "cut",
    "paste",
    "head",
    "tail",
    "wc",
    "comm",
    "join",
    "tsort",
    "od",
    "hexdump",
    "hd",
    "strings",
    "cksum",
    "sum",
    "md5sum",
    "sha1sum",
    "sha224sum",
    "sha256sum",
    "sha384sum",
    "sha512sum",
    "b2sum",
    "shasum",
    "cmp",
    "look",
    "column",
    "zcat",
    "bzcat",
    "xzcat",
    "colrm",
    "bc",
  ],
  class: "safe",
  category: "safe",
  description: "show or measure the content of files",
  options: { open: true, numeric: true },
  operands: "read",
  judge(call) {
    // GNU binutils take options from a file named after `@`.
    if (
      call.program.endsWith("strings") &&
      call.args.some((arg) => /^@|^--?(plugin|T)/.test(knownStart(arg)))
    ) {
      call.ask("read-files", "unsafe option", "strings would take options or code from a file");
    }
  },
  examples: {
    "strings @/root/x": "dangerous",
    "cat README.md": "safe",
    "head -n 20 README.md": "safe",
    "cut -d: -f1 /etc/passwd": "safe",
    "wc -l < README.md": "safe",
    "cat /root/secret": "blocked",
    "wc --files0-from=/root/list": "blocked",
    'cat "$FILE"': "dangerous",
    "cat -- -odd.txt": "safe",
  },
} satisfies Rule;
