import { TABLE } from "./table.ts";
import type { Legacy, Setting } from "./setting.ts";

/** One setting under all of its names. */
export interface Entry {
  readonly group: string;
  readonly key: string;
  /** `group.key`, the way the program speaks of it. */
  readonly id: string;
  /** Without the dashes. Absent where only a file can hold the value. */
  readonly flag: string | undefined;
  readonly variable: string | undefined;
  /** Path in a TOML file, such as `shell.timeout_seconds`. */
  readonly path: string;
  readonly legacy: readonly Legacy[];
  readonly setting: Setting<unknown>;
}

/** Variables that are not settings but carry our prefix: the test runner's mark. */
export const OTHER_VARIABLES: readonly string[] = ["TERMGATE_TESTING"];

export function entriesOf(table: Readonly<Record<string, object>>): readonly Entry[] {
  return Object.entries(table).flatMap(([group, settings]) =>
    // A setting only ever meets values its own kind has read, so forgetting their type here is sound.
    Object.entries(settings as Readonly<Record<string, Setting<unknown>>>).map(([key, setting]) =>
      entry(group, key, setting),
    ),
  );
}

export const ENTRIES: readonly Entry[] = entriesOf(TABLE);

function entry(group: string, key: string, setting: Setting<unknown>): Entry {
  const words = group === "house" ? [key] : [group, key];
  const { legacy = [] } = setting;
  return {
    group,
    key,
    id: `${group}.${key}`,
    flag: setting.kind.fileOnly
      ? undefined
      : (setting.flag ?? words.map((word) => split(word, "-")).join("-")),
    variable: setting.kind.fileOnly
      ? undefined
      : (setting.variable ?? `TERMGATE_${words.map((word) => split(word, "_")).join("_")}`.toUpperCase()),
    path: setting.key ?? words.map((word) => split(word, "_")).join("."),
    legacy: "variable" in legacy ? [legacy] : legacy,
    setting,
  };
}

function split(word: string, by: string): string {
  return word.replaceAll(/[A-Z]/g, (letter) => by + letter.toLowerCase());
}
