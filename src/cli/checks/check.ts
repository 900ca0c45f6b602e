import type { Args } from "../command.ts";
import type { Io } from "../io.ts";

/** `problem` makes the doctor fail; a `warning` costs something; a `note` is a choice. */
export type Status = "ok" | "note" | "warning" | "problem";

export interface Finding {
  readonly check: string;
  readonly status: Status;
  readonly says: string;
  /** A line to paste. */
  readonly fix?: string | undefined;
}

/** One thing the doctor looks at. */
export type Check = (io: Io, args: Args) => Promise<readonly Finding[]>;
