import { literal } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "yq",
  programs: ["yq"],
  class: "safe",
  category: "safe",
  description: "query YAML",
  options: {
    flags:
      "-r --raw-output -y -Y -c -n --null-input -C --colors -M --no-colors -P --prettyPrint -e --exit-status -N --no-doc -j --tojson",
    text: "-I --indent -o --output-format -p --input-format",
    denyFlag: "-i --inplace --in-place",
    deny: "-s --split-exp --from-file",
  },
  judge(call, { operands }) {
    for (const operand of operands) {
      const text = literal(operand);
      if (text === undefined || /\$ENV|\benv\b|\bload\w*\s*\(|strenv|envsubst/.test(text)) {
        call.ask("yq", "hidden reads", "this query may read other files or the environment");
      }
    }
    for (const file of operands) if (!/^\.([A-Za-z_[]|$)/.test(literal(file) ?? "")) call.touch(file, "read");
  },
  examples: {
    "yq eval 'load(\"/root/x\")' a.yaml": "dangerous",
    "yq '.a' x.yaml": "safe",
    "yq -i '.a=1' x.yaml": "dangerous",
    "yq --inplace .a x": "dangerous",
    "yq . /root/x.yaml": "blocked",
  },
} satisfies Rule;
