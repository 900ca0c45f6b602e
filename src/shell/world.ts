import { delimiter, join } from "node:path";
import { realFacts } from "../policy/facts.ts";
import { presetPrograms } from "../policy/presets.ts";
import type { UserRule } from "../policy/user-rule.ts";
import { type Platform, TRUSTED_DIRS, type World, worldOf } from "../policy/world.ts";
import type { Settings } from "../settings/table.ts";
import { childEnvironment } from "./environment.ts";

export interface Surroundings {
  readonly settings: Pick<Settings, "shell">;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly stateDir: string;
  /** Folder termgate was started in: pre-approved programs may work there. */
  readonly project: string;
  readonly rules: readonly UserRule[];
}

/** A preset and a person's own list together. */
export function preApprovedOf({ shell }: Pick<Settings, "shell">): readonly string[] {
  return [...new Set([...(presetPrograms(shell.preset) ?? []), ...shell.additionalSafeCommands])];
}

/** The environment commands get, decided by settings alone. */
export function commandEnvironment({
  settings,
  environment,
}: Pick<Surroundings, "settings" | "environment">) {
  const { redactEnvPatterns, passEnvironment } = settings.shell;
  return childEnvironment(environment, { patterns: redactEnvPatterns, allowed: passEnvironment });
}

/** A person's own rules, proven by their own examples. Where there are none, nothing is loaded. */
export async function rulesOf({ shell }: Pick<Settings, "shell">): Promise<readonly UserRule[]> {
  if (shell.rules.length === 0) return [];
  const { loadUserRules } = await import("../policy/load-user-rules.ts");
  return loadUserRules(shell.rules);
}

export function searchPathOf(variables: Readonly<Record<string, string>>): readonly string[] {
  return (variables["PATH"] ?? "").split(delimiter);
}

/** The world a command is judged in: the one it will run in. */
export function worldIn(surroundings: Surroundings): (cwd: string) => World {
  const { settings, home, stateDir, project, rules } = surroundings;
  const env = commandEnvironment(surroundings);
  const searchPath = searchPathOf(env);
  const trusted = settings.shell.trustedFolders.map((folder) => folder.replace(/^~(?=\/|$)/, home));
  return (cwd) =>
    worldOf({
      cwd,
      home,
      platform: platformOf(process.platform),
      facts: realFacts,
      env,
      rules,
      project,
      preApproved: preApprovedOf(settings),
      protectedPaths: settings.shell.additionalProtectedPaths,
      neverWrite: [stateDir, join(home, ".config", "termgate")],
      searchPath,
      trustedDirs: [...TRUSTED_DIRS, ...trusted],
    });
}

export function platformOf(name: NodeJS.Platform): Platform {
  if (name === "darwin") return "macos";
  return name === "win32" ? "windows" : "linux";
}
