import type { Rule } from "../rule.ts";

export default {
  name: "base64",
  programs: ["base64", "base32", "basenc"],
  class: "safe",
  category: "safe",
  description: "encode or decode text",
  options: { open: true, text: "-w --wrap", deny: "-o --output" },
  operands: "read",
  examples: {
    "base64 -d b64.txt": "safe",
    "base64 -o out a": "dangerous",
    "base64 /root/x": "blocked",
  },
} satisfies Rule;
