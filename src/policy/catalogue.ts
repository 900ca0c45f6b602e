import { rules } from "./rules/index.ts";
import { isTierOne } from "./tier-one.ts";
import type { Platform } from "./world.ts";

export { protectedPaths } from "./paths/protected.ts";

export interface SafeCommand {
  readonly name: string;
  readonly description: string;
}

/** First the commands everybody knows, in their known order, then the rest by name. */
const FIRST = "echo date whoami pwd uname hostname cat ls which printenv head tail wc df uptime".split(" ");

const WINDOWS: readonly SafeCommand[] = [
  { name: "echo", description: "print text" },
  { name: "date", description: "show the date, with /t" },
  { name: "whoami", description: "show the user's name" },
  { name: "cd", description: "show the current folder, without arguments" },
  { name: "ver", description: "show the version of Windows" },
  { name: "hostname", description: "show the host name" },
  { name: "type", description: "show the content of a file" },
  { name: "dir", description: "list a folder" },
  { name: "where", description: "find a program" },
  { name: "set", description: "show the environment, without arguments" },
];

/** Programs that run unasked, as long as their options and paths allow it. */
export function safeCommands(platform: Platform): readonly SafeCommand[] {
  if (platform === "windows") return WINDOWS;
  const known = new Map<string, string>();
  for (const rule of rules) {
    if (rule.class !== "safe") continue;
    for (const program of rule.programs) known.set(program, rule.description);
  }
  const names = [
    ...FIRST.filter((name) => known.has(name)),
    ...[...known.keys()].filter((name) => !FIRST.includes(name)).toSorted(),
  ];
  return names.map((name) => ({ name, description: known.get(name) ?? "" }));
}

/** Which of the names a person listed can be trusted at all; tier 1 never can. */
export function splitPreApproved(names: readonly string[]): {
  accepted: readonly string[];
  refused: readonly string[];
} {
  return {
    accepted: names.filter((name) => !isTierOne(name)),
    refused: names.filter(isTierOne),
  };
}
