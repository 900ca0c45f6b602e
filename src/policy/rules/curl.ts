import { judgeDownload } from "../download.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "curl",
  programs: ["curl"],
  class: "dangerous",
  category: "network command",
  description: "talk to web servers",
  options: {
    open: true,
    write:
      "-o --output --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --hsts --alt-svc --etag-save --libcurl",
    read: "-T --upload-file -K --config --cacert --cert -E --key --netrc-file -b --cookie --etag-compare",
    text: "-H --header -X --request -u --user -A --user-agent -e --referer -m --max-time -x --proxy -w --write-out -r --range -U -Q -t -y -Y -z --connect-timeout --retry",
  },
  judge: judgeDownload,
  examples: {
    "curl https://example.com": "dangerous",
    "curl -o /etc/x https://example.com": "blocked",
    "curl -O --output-dir /etc https://example.com": "blocked",
    "curl file:///root/x": "blocked",
    "curl -d @/root/x https://example.com": "blocked",
  },
} satisfies Rule;
