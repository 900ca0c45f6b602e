import { delimiter, join } from "node:path";
import { realFacts } from "../policy/facts.ts";
import type { UserRule } from "../policy/user-rule.ts";
import { type Platform, type World, worldOf } from "../policy/world.ts";
import type { Settings } from "../settings/table.ts";
import { childEnvironment } from "./environment.ts";
import { preApprovedOf } from "./presets.ts";

export interface Surroundings {
  readonly settings: Pick<Settings, "shell">;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly stateDir: string;
  /** Folder termgate was started in: pre-approved programs may work there. */
  readonly project: string;
  readonly rules: readonly UserRule[];
}

/** The environment commands get, decided by settings alone. */
export function commandEnvironment({
  settings,
  environment,
}: Pick<Surroundings, "settings" | "environment">) {
  const { redactEnvPatterns, passEnvironment } = settings.shell;
  return childEnvironment(environment, { patterns: redactEnvPatterns, allowed: passEnvironment });
}

export function searchPathOf(variables: Readonly<Record<string, string>>): readonly string[] {
  return (variables["PATH"] ?? "").split(delimiter);
}

/** The world a command is judged in: the one it will run in. */
export function worldIn(surroundings: Surroundings): (cwd: string) => World {
  const { settings, home, stateDir, project, rules } = surroundings;
  const env = commandEnvironment(surroundings);
  const searchPath = searchPathOf(env);
  return (cwd) =>
    worldOf({
      cwd,
      home,
      platform: platformOf(process.platform),
      facts: realFacts,
      env,
      rules,
      project,
      preApproved: preApprovedOf(settings.shell),
      protectedPaths: settings.shell.additionalProtectedPaths,
      neverWrite: [stateDir, join(home, ".config", "termgate")],
      searchPath,
    });
}

export function platformOf(name: NodeJS.Platform): Platform {
  if (name === "darwin") return "macos";
  return name === "win32" ? "windows" : "linux";
}
