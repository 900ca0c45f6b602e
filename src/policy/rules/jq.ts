import { judgeJq } from "../languages/jq.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "jq",
  programs: ["jq", "gojq", "jaq"],
  class: "safe",
  category: "safe",
  description: "query JSON",
  judge: judgeJq,
  whole: true,
  examples: {
    "jq . package.json": "safe",
    "jq -r '.a | keys' x.json": "safe",
    "jq -f /root/x .": "blocked",
    "jq -n env": "dangerous",
    "jq -n '$ENV.PATH'": "dangerous",
    "jq --arg a 1 '.x == $a' f.json": "safe",
    'jq "$q" f.json': "dangerous",
  },
} satisfies Rule;
