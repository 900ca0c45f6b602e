import type { Rule } from "../rule.ts";

export default {
  name: "loader",
  programs: [
    "ld.so",
    "ld-linux-x86-64.so.2",
    "ld-linux.so.2",
    "ld-linux-aarch64.so.1",
    "ld-musl-x86_64.so.1",
  ],
  class: "dangerous",
  category: "wrapper",
  description: "load and run a program file",
  options: { open: true, text: "--library-path --preload --audit --argv0", stop: true },
  judge(call, { operands }) {
    if (operands.length > 0) call.run(operands);
  },
  examples: {
    "/lib64/ld-linux-x86-64.so.2 /bin/rm -rf build": "dangerous",
    "/lib64/ld-linux-x86-64.so.2 /usr/bin/sudo id": "catastrophic",
  },
} satisfies Rule;
