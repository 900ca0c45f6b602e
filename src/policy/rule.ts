import type { Call } from "./call.ts";
import type { OptionSpec, Parsed } from "./options.ts";
import type { Operation } from "./paths/location.ts";
import type { Class } from "./verdict.ts";

/** What an operand is to the program: text, or a path something happens to. */
type Role = "text" | Operation;

/** What is known about some programs. One file each; its examples are its tests. */
export interface Rule {
  readonly name: string;
  readonly programs: readonly string[];
  /** What the programs are when nothing below speaks against the call. */
  readonly class: "safe" | "dangerous" | "catastrophic";
  readonly category: string;
  /** For people, completing "it is used to …". */
  readonly description: string;
  /** Without a list, every option is a harmless flag. */
  readonly options?: OptionSpec;
  readonly operands?: Role;
  /** What options and operands alone cannot say. It may start other programs or read paths. */
  readonly judge?: (call: Call, parsed: Parsed) => void;
  /** Its operands and options are read by `judge`, not by the tables. */
  readonly whole?: boolean;
  /** Code of its own, not read here: trusting the program's name does not cover it. */
  readonly examples: Readonly<Record<string, Class>>;
}
