import type { Rule } from "../rule.ts";

export default {
  name: "accounts",
  programs: [
    "chsh",
    "chfn",
    "passwd",
    "useradd",
    "usermod",
    "userdel",
    "adduser",
    "deluser",
    "groupadd",
    "groupmod",
    "gpasswd",
    "chage",
    "visudo",
    "vipw",
  ],
  class: "dangerous",
  category: "system control",
  description: "change users and groups",
  options: { open: true },
  operands: "text",
  examples: {
    "chsh -s /bin/sh": "dangerous",
    "useradd x": "dangerous",
  },
} satisfies Rule;
