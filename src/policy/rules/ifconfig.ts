import type { Rule } from "../rule.ts";

export default {
  name: "ifconfig",
  programs: ["ifconfig"],
  class: "safe",
  category: "safe",
  description: "show network interfaces",
  options: { flags: "-a -s -v" },
  judge(call, { operands }) {
    if (operands.length > 1) call.ask("ifconfig", "network command", "this may change a network interface");
  },
  examples: {
    ifconfig: "safe",
    "ifconfig -a": "safe",
    "ifconfig eth0 down": "dangerous",
  },
} satisfies Rule;
