/** What a value may be. `read` gets a string (flag, variable) or a TOML value, and says what it wanted when it cannot. */
export interface Kind<T> {
  readonly wants: string;
  read(raw: unknown): T | undefined;
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
  /** Value taken instead of `default` when the variable or key holds something unreadable. Safety narrows, never widens. */
  readonly onBadValue?: T;
  /** Variable of an older system, honoured in that system's drop-in profile. */
  readonly legacy?: { readonly profile: "libtmux" | "safeshell" | "botctl"; readonly variable: string };
  /** A short flag letter or a flag name other than the key in kebab case. */
  readonly flag?: string;
}

export function setting<T>(entry: Setting<T>): Setting<T> {
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
