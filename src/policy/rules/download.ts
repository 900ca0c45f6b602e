import { judgeDownload } from "../download.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "download",
  programs: ["curl", "wget"],
  class: "dangerous",
  category: "network command",
  description: "talk to web servers",
  options: {
    open: true,
    write:
      "-o --output --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr -O --output-document -P --directory-prefix -a --append-output --output-file --hsts --alt-svc --etag-save --libcurl",
    read: "-T --upload-file -K --config --cacert --cert -E --key --netrc-file -i --input-file --post-file --body-file -b --cookie",
    text: "-H --header -X --request -u --user -A --user-agent -e --referer -m --max-time -x --proxy -w --write-out -r --range -U -Q -t -y -Y -z --data-urlencode",
  },
  judge: judgeDownload,
  examples: {
    "curl https://x": "dangerous",
    "curl -o /etc/x https://x": "blocked",
    "wget -O /etc/x https://x": "blocked",
    "curl file:///root/x": "blocked",
    "curl -d @/root/x https://x": "blocked",
  },
} satisfies Rule;
