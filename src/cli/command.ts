import type { Io } from "./io.ts";

export interface Option {
  /** Name of the value it takes; without one it is a switch. */
  readonly takes?: string;
  readonly doc: string;
  /** Works, and is left out of the help: nobody but our own checks needs it. */
  readonly hidden?: true;
}

export interface Args {
  readonly positionals: readonly string[];
  /** The command's own options. */
  readonly options: Readonly<Record<string, string | true | undefined>>;
  /** Settings given as flags, for `readSettings`. */
  readonly flags: Readonly<Record<string, string | boolean>>;
}

/** One command, one file, one default export. */
export interface Command {
  readonly name: string;
  /** Short, without a full stop: the line in `termgate --help`. */
  readonly summary: string;
  /** What follows the name, such as `<client> [--yes]`. */
  readonly usage: string;
  readonly examples: readonly (readonly [line: string, says: string])[];
  readonly options: Readonly<Record<string, Option>>;
  /** Fewest and most words after the name. */
  readonly words: readonly [least: number, most: number];
  /** Returns the exit code. Heavy parts are imported in here, so that other commands do not wait for them. */
  run(io: Io, args: Args): Promise<number>;
}
