/** What a value may be. `read` gets a string (flag, variable) or a TOML value, and `undefined` means it cannot be one. */
export interface Kind<T> {
  readonly wants: string;
  read(raw: unknown): T | undefined;
  /** What exactly is wrong, when the sentence "wants …" is too coarse. Never repeats what it was given. */
  explain?(raw: unknown): string | undefined;
  /** Only a file can hold it: there is no flag and no variable. */
  readonly fileOnly?: true;
  /** An unreadable value stops the start, because leaving it out could leave out a rule that guards. */
  readonly strict?: true;
}

/** A variable of an older system, honoured in that system's drop-in profile only. */
export interface Legacy {
  readonly profile: "libtmux" | "safeshell" | "botctl";
  readonly variable: string;
  /** Puts the older system's words into ours, before the kind reads them. */
  readonly translate?: (raw: string) => unknown;
}

export interface Setting<T> {
  readonly kind: Kind<T>;
  readonly default: T;
  /** One sentence: the row in docs/settings.md and in --help. */
  readonly doc: string;
  /**
   * How a project file may move it: `any` way, `never`, or only where this says the new value is at least as tight.
   * A repository an agent can write to must not be able to loosen the guard around that agent.
   */
  readonly project: "any" | "never" | ((from: T, to: T) => boolean);
  /** What a file's value becomes together with the one before it; left out, it takes its place. */
  merge?(from: T, to: T): T;
  /** Value taken instead when a source holds something unreadable. Safety narrows, never widens. */
  readonly onBadValue?: T;
  readonly legacy?: Legacy | readonly Legacy[];
  /** A flag name other than the one that follows from the group and key. */
  readonly flag?: string;
  /** A variable name other than the one that follows from the group and key. */
  readonly variable?: string;
  /** A TOML path other than the one that follows from the group and key, such as `rule` for `[[rule]]`. */
  readonly key?: string;
}

export function setting<const T>(entry: Setting<T>): Setting<T> {
  return entry;
}

export const text: Kind<string> = {
  wants: "text",
  read: (raw) => (typeof raw === "string" ? raw : undefined),
};

export const optionalText: Kind<string | undefined> = {
  wants: "text",
  read: (raw) => (typeof raw === "string" && raw !== "" ? raw : undefined),
};

export const flag: Kind<boolean> = {
  wants: "true or false",
  read(raw) {
    if (typeof raw === "boolean") return raw;
    if (raw === "1" || raw === "true" || raw === "yes" || raw === "on") return true;
    return raw === "0" || raw === "false" || raw === "no" || raw === "off" ? false : undefined;
  },
};

/** A whole number from `min` to `max`. */
export function integer(min: number, max: number): Kind<number> {
  return {
    wants: `a whole number from ${min} to ${max}`,
    read(raw) {
      const value = typeof raw === "string" && /^\s*-?\d+\s*$/.test(raw) ? Number(raw) : raw;
      return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
        ? value
        : undefined;
    },
  };
}

/** Any number from `min` to `max`. */
export function number(min: number, max: number): Kind<number> {
  return {
    wants: `a number from ${min} to ${max}`,
    read(raw) {
      const value = typeof raw === "string" && raw.trim() !== "" ? Number(raw) : raw;
      return typeof value === "number" && value >= min && value <= max ? value : undefined;
    },
  };
}

export function oneOf<const V extends string>(values: readonly V[]): Kind<V> {
  return {
    wants: `one of ${values.join(", ")}`,
    read: (raw) => values.find((value) => value === raw),
  };
}

/** A TOML array of strings, or one string with commas. */
export const list: Kind<readonly string[]> = {
  wants: "a list of strings",
  read(raw) {
    if (typeof raw === "string")
      return raw
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean);
    return Array.isArray(raw) && raw.every((item) => typeof item === "string") ? raw : undefined;
  },
};

type Row = Readonly<Record<string, unknown>>;

/** Why one table cannot be read. The sentence is shown, so it must not repeat a value. */
export class Unreadable {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

const isRow = (raw: unknown): raw is Row => typeof raw === "object" && raw !== null && !Array.isArray(raw);

/** A TOML array of tables, `[[rule]]`. The room reads each row and says what is wrong with it. */
export function tables<T>(wants: string, readRow: (row: Row) => T | Unreadable): Kind<readonly T[]> {
  const read = (raw: unknown): readonly T[] | Unreadable => {
    if (!Array.isArray(raw)) return new Unreadable(`wants ${wants}`);
    const rows: T[] = [];
    for (const [index, item] of raw.entries()) {
      const row = isRow(item) ? readRow(item) : new Unreadable(`wants ${wants}`);
      if (row instanceof Unreadable) return new Unreadable(`${row.reason} (table ${index + 1})`);
      rows.push(row);
    }
    return rows;
  };
  return strictly(wants, read);
}

/** TOML tables under names the person chooses, `[agents.preset.review]`. */
export function namedTables<T>(
  wants: string,
  readRow: (row: Row, name: string) => T | Unreadable,
): Kind<ReadonlyMap<string, T>> {
  const read = (raw: unknown): ReadonlyMap<string, T> | Unreadable => {
    if (!isRow(raw)) return new Unreadable(`wants ${wants}`);
    const rows = new Map<string, T>();
    for (const [name, item] of Object.entries(raw)) {
      const row = isRow(item) ? readRow(item, name) : new Unreadable(`wants ${wants}`);
      if (row instanceof Unreadable) return new Unreadable(`${row.reason} (table ${rows.size + 1})`);
      rows.set(name, row);
    }
    return rows;
  };
  return strictly(wants, read);
}

function strictly<T>(wants: string, read: (raw: unknown) => T | Unreadable): Kind<T> {
  return {
    wants,
    fileOnly: true,
    strict: true,
    read(raw) {
      const value = read(raw);
      return value instanceof Unreadable ? undefined : value;
    },
    explain(raw) {
      const value = read(raw);
      return value instanceof Unreadable ? value.reason : undefined;
    },
  };
}
