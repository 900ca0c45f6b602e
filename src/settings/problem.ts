import { nearest } from "./nearest.ts";

export type Origin = "default" | "user file" | "project file" | "legacy variable" | "variable" | "flag";

/** Something wrong with the settings. A rejected value is never part of the sentence: it may be a secret. */
export interface Problem {
  /** `refuse`: the server must not start, because what it would run with may be looser than what was written. */
  readonly level: "refuse" | "warning";
  readonly origin: Origin;
  readonly message: string;
}

/** A name as it can be shown: names from a file are text somebody else chose. */
export function shown(name: string): string {
  return /^[\w.-]{1,64}$/.test(name) ? name : "a name with unusual characters";
}

/** The name with the file it stands in; a flag's or variable's name says where it is by itself. */
export function placed(name: string, origin: Origin): string {
  return origin === "user file" || origin === "project file" ? `${name} in the ${origin}` : name;
}

export function unknown(origin: Origin, name: string, names: Iterable<string>): Problem {
  const meant = nearest(name, names);
  const hint = meant === undefined ? "it is ignored" : `did you mean ${meant}?`;
  return { level: "warning", origin, message: `${placed(shown(name), origin)} is not a setting; ${hint}` };
}
