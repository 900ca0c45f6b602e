/** Ready-made lists of programs a person may let run unasked in the project folder. */
export const PRESETS = {
  none: [],
  restrictive: ["npm", "cargo", "pip"],
  developer: ["cargo", "npm", "pip", "python3", "node", "bash", "sh", "curl", "wget", "rm", "chmod", "kill"],
  devops: [
    "cargo",
    "npm",
    "pip",
    "python3",
    "node",
    "bash",
    "sh",
    "curl",
    "wget",
    "rm",
    "chmod",
    "chown",
    "kill",
    "killall",
    "pkill",
    "systemctl",
    "launchctl",
    "mount",
    "umount",
    "apt",
    "apt-get",
    "brew",
    "rsync",
    "ssh",
    "scp",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Preset = keyof typeof PRESETS;

/** Each in one sentence, as it is offered to a person. */
export const PRESET_SENTENCES: Readonly<Record<Preset, string>> = {
  none: "Ask before every dangerous command.",
  restrictive: "Let npm, cargo and pip run unasked in the project folder.",
  developer:
    "Let build tools, package managers, interpreters, curl, wget, rm, chmod and kill run unasked in the project folder.",
  devops: "Like developer, and also service, mount, package and remote-copy programs.",
};

/** A preset and a person's own list together. */
export function preApprovedOf(choice: {
  readonly preset: Preset;
  readonly additionalSafeCommands: readonly string[];
}): readonly string[] {
  return [...new Set([...PRESETS[choice.preset], ...choice.additionalSafeCommands])];
}
