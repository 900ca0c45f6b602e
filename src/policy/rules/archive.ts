import { judgeArchive } from "../archive.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "archive",
  programs: ["tar", "gtar", "bsdtar"],
  class: "dangerous",
  category: "file change",
  description: "pack and unpack archives",
  whole: true,
  judge: judgeArchive,
  examples: {
    "tar cf x.tar src": "dangerous",
    "tar xf x.tar -C /etc": "blocked",
    "tar -C/etc -xf x.tar": "blocked",
    "tar cf - /root": "blocked",
    "tar tf x.tar": "dangerous",
  },
} satisfies Rule;
