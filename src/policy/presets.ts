/** Programs a person may trust with one word. They stay bound to the project folder and to what they do themselves. */
interface Preset {
  readonly name: string;
  readonly sentence: string;
  readonly programs: readonly string[];
}

const DEVELOPER = "cargo npm pip python3 node bash sh curl wget rm chmod kill".split(" ");
const OPERATIONS =
  "chown killall pkill systemctl launchctl mount umount apt apt-get brew rsync ssh scp".split(" ");

export const PRESETS: readonly Preset[] = [
  {
    name: "developer",
    sentence:
      "Build tools, interpreters and downloads run unasked while they only change the project folder.",
    programs: DEVELOPER,
  },
  {
    name: "devops",
    sentence:
      "The developer set plus services, packages, mounts and remote copies, within the project folder.",
    programs: [...DEVELOPER, ...OPERATIONS],
  },
  {
    name: "restrictive",
    sentence: "Only npm, cargo and pip run unasked, within the project folder.",
    programs: ["npm", "cargo", "pip"],
  },
];

export const presetPrograms = (name: string): readonly string[] | undefined =>
  PRESETS.find((preset) => preset.name === name)?.programs;
