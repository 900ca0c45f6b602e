import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "mount",
  programs: ["mount", "umount", "losetup", "swapon", "swapoff"],
  class: "dangerous",
  category: "disk operation",
  description: "attach and detach file systems",
  options: { open: true, text: "-t -o --types --options -L -U" },
  judge(call, { operands }) {
    const target = operands.at(-1);
    for (const source of operands.slice(0, -1))
      if (!knownStart(source).startsWith("/dev/")) call.touch(source, "unknown");
    if (operands.length > 1 || call.program === "umount") call.touch(target, "mount");
  },
  examples: {
    "mount /dev/sdb1 /mnt": "dangerous",
    "mount --bind x /etc": "blocked",
    "umount /proc": "blocked",
  },
} satisfies Rule;
