import { judgeSed } from "../languages/sed.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "sed",
  programs: ["sed", "gsed"],
  class: "safe",
  category: "safe",
  description: "edit a stream of text",
  judge: judgeSed,
  whole: true,
  examples: {
    "sed -n '1,5p' a.txt": "safe",
    "sed 's/a/b/g' a.txt": "safe",
    "sed -i s/a/b/ a.txt": "dangerous",
    "sed --in-pl s/a/b/ a": "dangerous",
    "sed -n 'w /etc/x' a": "blocked",
    "sed '1e id' a": "dangerous",
    "sed 's/a/b/w out' a": "dangerous",
    "sed -i s/a/b/ /etc/hosts": "blocked",
    'sed "$prog" a': "dangerous",
    "sed 'r /root/x' a": "blocked",
  },
} satisfies Rule;
