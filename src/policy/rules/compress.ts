import { knownStart } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "compress",
  programs: ["gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd", "lzma", "zip", "unzip"],
  class: "dangerous",
  category: "file change",
  description: "compress and expand files",
  options: { open: true, write: "-d -o", text: "-S" },
  judge(call, { operands }) {
    const toOutput = call.args.some((arg) =>
      /^(-\w*[ctl]|--stdout|--to-stdout|--list|--test)/.test(knownStart(arg)),
    );
    const reads = call.program === "unzip" || toOutput;
    operands.forEach((operand, at) =>
      call.touch(operand, reads || (call.program === "zip" && at > 0) ? "read" : "write"),
    );
  },
  examples: {
    "gzip a": "dangerous",
    "gunzip x.gz": "dangerous",
    "unzip x.zip -d /etc": "blocked",
    "zip x.zip a": "dangerous",
  },
} satisfies Rule;
