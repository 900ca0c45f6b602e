import { literal } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "ip",
  programs: ["ip"],
  class: "safe",
  category: "safe",
  description: "show network settings",
  options: {
    flags: "-4 -6 -s -d -o -br -brief -c -j -json -p -pretty -h -stats -details -oneline -color -V",
    denyFlag: "-a -all -force",
    deny: "-b -batch -n -netns",
    oneDash: true,
  },
  judge(call, { operands }) {
    const [object = "", verb] = operands.map((operand) => literal(operand) ?? "?");
    const shows =
      verb === undefined ||
      /^(sh|sho|show|l|ls|lst|list|get)$/.test(verb) ||
      (verb === "dev" && operands.length === 3);
    if (
      !/^(a|ad|addr|address|l|li|link|r|ro|route|n|ne|neigh|neighbor|ru|rule|maddr|mroute|tunnel|token|tcp_metrics)$/.test(
        object,
      ) &&
      object !== ""
    ) {
      call.ask("ip", "network command", `ip ${object} may change the network`);
    } else if (!shows) call.ask("ip", "network command", `ip ${object} ${verb ?? ""} may change the network`);
  },
  examples: {
    "ip addr show": "safe",
    "ip route": "safe",
    "ip a": "safe",
    "ip link set eth0 down": "dangerous",
    "ip netns exec x id": "dangerous",
    "ip -b cmds": "dangerous",
  },
} satisfies Rule;
