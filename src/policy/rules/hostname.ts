import type { Rule } from "../rule.ts";

export default {
  name: "hostname",
  programs: ["hostname", "domainname", "nisdomainname", "ypdomainname"],
  class: "safe",
  category: "safe",
  description: "show the host name",
  options: {
    flags:
      "-a --alias -A --all-fqdns -d --domain -f --fqdn --long -i --ip-address -I --all-ip-addresses -s --short -y --yp --nis --help --version -V",
    read: "-F --file",
    denyFlag: "-b --boot",
  },
  judge(call, parsed) {
    const named =
      parsed.operands.length > 0 || parsed.options.some(({ name }) => name === "-F" || name === "--file");
    if (named) call.ask("hostname", "system control", "this would set the host name");
  },
  examples: {
    hostname: "safe",
    "hostname -f": "safe",
    "hostname evil": "dangerous",
    "hostname -b evil": "dangerous",
    "hostname -F /root/x": "blocked",
  },
} satisfies Rule;
