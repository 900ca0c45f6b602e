import { touchEverything } from "../touch-everything.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "packages",
  programs: ["apt", "apt-get", "aptitude", "dpkg", "yum", "dnf", "rpm", "pacman", "zypper", "apk", "brew", "choco", "snap", "flatpak", "pip", "pip3", "pipx", "npm", "npx", "pnpm", "yarn", "bun", "cargo", "gem", "bundle", "composer", "poetry", "uv", "go", "conda", "port", "nix", "nix-env"],
  class: "dangerous",
  category: "package manager",
  description: "install software or run its build steps",
  whole: true,
  judge: (call) => touchEverything(call),
  examples: {
    "npm install x": "dangerous",
    "pip install --target /usr/lib x": "blocked",
    "cargo build": "dangerous",
    "apt install vim": "dangerous",
  },
} satisfies Rule;
