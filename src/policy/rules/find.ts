import { judgeFind } from "../languages/find.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "find",
  programs: ["find", "gfind"],
  class: "safe",
  category: "safe",
  description: "find files",
  judge: judgeFind,
  whole: true,
  examples: {
    "find . -name '*.ts'": "safe",
    "find . -exec rm {} +": "dangerous",
    "find . -delete": "dangerous",
    "find /etc -delete": "blocked",
    "find . -fprint /etc/x": "blocked",
    "find /root -name x": "blocked",
    "find / -name id_rsa": "dangerous",
    "find . $ARGS": "dangerous",
    "find . -newer /root/x": "blocked",
    "find . -exec sudo id \\;": "catastrophic",
  },
} satisfies Rule;
