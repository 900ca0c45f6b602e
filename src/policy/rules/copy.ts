import { copyTo } from "../copy.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "copy",
  programs: ["cp", "install", "rsync", "scp"],
  class: "dangerous",
  category: "file change",
  description: "copy files",
  options: {
    open: true,
    flags: "-d --directory",
    text: "-m --mode -o --owner -g --group -S --suffix -e --rsh --exclude --include",
    replace: "-t --target-directory",
  },
  judge: copyTo("search"),
  examples: {
    "cp a b": "dangerous",
    "cp a.txt /etc/": "blocked",
    "cp -t /etc a": "blocked",
    "cp /etc/hosts .": "dangerous",
    "cp /root/x .": "blocked",
    "install -m755 a /usr/bin/a": "blocked",
    "rsync -a src/ host:/etc/": "dangerous",
  },
} satisfies Rule;
