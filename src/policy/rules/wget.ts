import { judgeDownload } from "../download.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "wget",
  programs: ["wget", "wget2"],
  class: "dangerous",
  category: "network command",
  description: "download files",
  options: {
    open: true,
    // `-nc`, `-nv` and their like are one option each.
    optional: "-n",
    write:
      "-O --output-document -P --directory-prefix -a --append-output -o --output-file --save-cookies --warc-file --hsts-file",
    read: "-i --input-file --post-file --body-file --load-cookies --config --ca-certificate --certificate --private-key",
    text: "-e --execute -t --tries -T --timeout -U --user-agent -A -R -l --level -Q -w --header --post-data",
  },
  judge: judgeDownload,
  examples: {
    "wget https://example.com": "dangerous",
    "wget -O /etc/x https://example.com": "blocked",
    "wget -nc -P/etc https://example.com": "blocked",
    "wget --post-file=/root/x https://example.com": "blocked",
  },
} satisfies Rule;
