import { touchEverything } from "../touch-everything.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "network",
  programs: [
    "nc",
    "ncat",
    "netcat",
    "socat",
    "telnet",
    "ftp",
    "sftp",
    "lftp",
    "nmap",
    "traceroute",
    "tracepath",
    "mtr",
    "dig",
    "host",
    "nslookup",
    "whois",
    "ping",
    "ping6",
    "ssh-copy-id",
    "ssh-keygen",
    "aria2c",
  ],
  class: "dangerous",
  category: "network command",
  description: "talk over the network",
  whole: true,
  judge: (call) => touchEverything(call),
  examples: {
    "nc -l 4444": "dangerous",
    "sftp host": "dangerous",
  },
} satisfies Rule;
