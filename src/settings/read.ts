import { isAbsolute, join } from "node:path";
import { type Contents, type ReadFile, readFile as readFromDisk, readSettingsFile } from "./file.ts";
import { ENTRIES, type Entry, OTHER_VARIABLES } from "./names.ts";
import { type Origin, placed, type Problem, unknown } from "./problem.ts";
import { type Settings, TABLE } from "./table.ts";

export interface Given {
  /** By flag name without dashes; `no-x` is `x` switched off. */
  readonly flags?: Readonly<Record<string, string | boolean>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly readFile?: ReadFile;
}

/** Which source decided a setting, and under which name it did. */
interface Source {
  readonly origin: Origin;
  readonly name: string | undefined;
}

export interface Reading {
  readonly settings: Settings;
  /** By `group.key`. */
  readonly sources: Readonly<Record<string, Source>>;
  readonly problems: readonly Problem[];
}

/** One raw value on its way to its setting. */
interface Offer extends Source {
  readonly name: string;
  readonly raw: unknown;
}

export function userFile({ environment, home }: Pick<Given, "environment" | "home">): string {
  const base = environment["XDG_CONFIG_HOME"];
  return join(base && isAbsolute(base) ? base : join(home, ".config"), "termgate", "config.toml");
}

export function projectFile({ cwd }: Pick<Given, "cwd">): string {
  return join(cwd, "termgate.toml");
}

/** Flags over variables over the project's file over the person's own file over defaults. */
export async function readSettings(given: Given): Promise<Reading> {
  const { settings, ...rest } = await readTable(given, ENTRIES);
  const groups = Object.fromEntries(Object.keys(TABLE).map((group) => [group, settings[group] ?? {}]));
  // Each value came from its own setting's kind or default, which is what the type says.
  return { ...rest, settings: groups as Settings };
}

/** The same for any table, so that the rules can be shown on a small one. */
export async function readTable(
  given: Given,
  entries: readonly Entry[],
): Promise<Omit<Reading, "settings"> & { settings: Record<string, Record<string, unknown>> }> {
  const read = given.readFile ?? readFromDisk;
  const user = await readSettingsFile(userFile(given), "user file", read, entries);
  const project = await readSettingsFile(projectFile(given), "project file", read, entries);
  const problems = [
    ...(user?.problems ?? []),
    ...(project?.problems ?? []),
    ...unknownVariables(given, entries),
    ...unknownFlags(given, entries),
  ];
  const files = { user, project };
  const settings: Record<string, Record<string, unknown>> = {};
  const sources: Record<string, Source> = {};
  const decideOn = (entry: Entry, profile: unknown): unknown => {
    const decided = decide(entry, offers(entry, given, files, profile));
    problems.push(...decided.problems);
    sources[entry.id] = decided.source;
    (settings[entry.group] ??= {})[entry.key] = decided.value;
    return decided.value;
  };
  const chooser = entries.find(({ id }) => id === "house.profile");
  const profile = chooser && decideOn(chooser, undefined);
  for (const entry of entries) if (entry !== chooser) decideOn(entry, profile);
  problems.push(...unheardLegacy(given, entries, profile));
  if (problems.some(({ level }) => level === "refuse")) narrow(settings, entries);
  return { settings, sources, problems };
}

/** Nobody should start with these settings; who does so all the same gets the tightest ones. */
function narrow(settings: Record<string, Record<string, unknown>>, entries: readonly Entry[]): void {
  for (const { group, key, setting } of entries)
    if (setting.onBadValue !== undefined) (settings[group] ??= {})[key] = setting.onBadValue;
}

/** What the sources say about one setting, the weakest first. */
function offers(
  entry: Entry,
  { flags = {}, environment }: Given,
  files: { readonly user: Contents | undefined; readonly project: Contents | undefined },
  profile: unknown,
): Offer[] {
  const found: Offer[] = [];
  const offer = (origin: Origin, name: string, raw: unknown): void => {
    if (raw !== undefined) found.push({ origin, name, raw });
  };
  offer("user file", entry.path, files.user?.values.get(entry.path));
  offer("project file", entry.path, files.project?.values.get(entry.path));
  for (const { variable, translate, profile: its } of entry.legacy) {
    const raw = its === profile ? present(environment[variable]) : undefined;
    offer("legacy variable", variable, raw !== undefined && translate ? translate(raw) : raw);
  }
  if (entry.variable) offer("variable", entry.variable, present(environment[entry.variable]));
  if (entry.flag === undefined) return found;
  if (Object.hasOwn(flags, `no-${entry.flag}`)) offer("flag", `--no-${entry.flag}`, false);
  if (Object.hasOwn(flags, entry.flag)) offer("flag", `--${entry.flag}`, flags[entry.flag]);
  return found;
}

/** Client configurations often pass a variable on as an empty string: that is no answer. */
function present(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

function decide(
  entry: Entry,
  offered: readonly Offer[],
): { value: unknown; source: Source; problems: Problem[] } {
  const { setting } = entry;
  const problems: Problem[] = [];
  let value = setting.default;
  let source: Source = { origin: "default", name: undefined };
  for (const { raw, origin, name } of offered) {
    const fromProject = origin === "project file";
    if (fromProject && setting.project === "never") {
      problems.push({
        level: "warning",
        origin,
        message: `${name} cannot be set by a project file; it is ignored.`,
      });
      continue;
    }
    let next = setting.kind.read(raw);
    if (next === undefined) {
      problems.push(unreadable(entry, { raw, origin, name }));
      if (setting.onBadValue === undefined) continue;
      next = setting.onBadValue;
    }
    if ((fromProject || origin === "user file") && setting.merge) next = setting.merge(value, next);
    if (fromProject && typeof setting.project === "function" && !setting.project(value, next)) {
      problems.push({
        level: "warning",
        origin,
        message: `${name} can only be tightened by a project file; it is ignored.`,
      });
      continue;
    }
    value = next;
    source = { origin, name };
  }
  return { value, source, problems };
}

function unreadable({ setting }: Entry, { raw, origin, name }: Offer): Problem {
  const { kind, onBadValue } = setting;
  const why = kind.explain?.(raw) ?? `wants ${kind.wants}`;
  if (kind.strict)
    return {
      level: "refuse",
      origin,
      message: `${placed(name, origin)} ${why}. Nothing is started before it is mended.`,
    };
  const then =
    onBadValue === undefined ? "the value it has is ignored" : `${JSON.stringify(onBadValue)} is used`;
  return { level: "warning", origin, message: `${placed(name, origin)} ${why}; ${then}.` };
}

function unknownVariables({ environment }: Given, entries: readonly Entry[]): Problem[] {
  const names = entries.flatMap(({ variable }) => variable ?? []);
  const known = new Set([...names, ...OTHER_VARIABLES]);
  return Object.keys(environment)
    .filter((name) => name.startsWith("TERMGATE_") && !known.has(name))
    .map((name) => unknown("variable", name, names));
}

function unknownFlags({ flags = {} }: Given, entries: readonly Entry[]): Problem[] {
  const names = entries.flatMap(({ flag }) => (flag === undefined ? [] : [`--${flag}`]));
  const known = new Set(names);
  return Object.keys(flags)
    .map((name) => `--${name}`)
    .filter((name) => !known.has(name) && !known.has(name.replace(/^--no-/, "--")))
    .map((name) => unknown("flag", name, names));
}

/** A guard somebody set for another system is not dropped in silence. */
function unheardLegacy({ environment }: Given, entries: readonly Entry[], profile: unknown): Problem[] {
  return entries.flatMap((entry) =>
    entry.legacy
      .filter((legacy) => legacy.profile !== profile && present(environment[legacy.variable]) !== undefined)
      .map(({ variable, profile: its }): Problem => ({
        level: "warning",
        origin: "legacy variable",
        message: `${variable} counts in the profile ${its} only; use ${entry.variable ?? entry.path} here.`,
      })),
  );
}
