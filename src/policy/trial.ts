import type { Charge } from "./charge.ts";
import type { Docket } from "./docket.ts";
import type { ParsedScript, SyntaxNode } from "./grammar.ts";
import type { Choices } from "./shell/choices.ts";
import type { PathUse } from "./paths/location.ts";
import type { Field } from "./shell/field.ts";
import type { FunctionBody, Scope } from "./shell/scope.ts";
import type { World } from "./world.ts";

/** One judgement under way. The functions are here so that words can hold scripts and scripts hold words. */
export interface Trial {
  readonly world: World;
  readonly docket: Docket;
  readonly choices: Choices;
  /** Functions seen so far; a body nobody called is judged with unknown arguments in the end. */
  readonly definitions: { readonly body: FunctionBody; readonly scope: Scope }[];
  /** Command nodes the walk has judged; what is left over at the end was reached by nobody. */
  readonly visited: Set<SyntaxNode>;
  /** Programs whose danger a person's trust lifted. */
  readonly preApproved: Set<string>;
  /** How many scripts and wrappers we are inside of. */
  depth: number;
  /** Judges a nested script in a scope of its own. */
  inner(script: ParsedScript, scope: Scope): void;
  /** Judges shell text, such as the operand of `bash -c` or `eval`, in the given scope. */
  source(text: string, scope: Scope): void;
  /** Whether some rule speaks about a program of this name. */
  knows(program: string): boolean;
  /** Judges an argument vector. */
  run(invocation: Invocation): void;
  /** Judges the body of a function with the arguments of one call. */
  callFunction(body: FunctionBody, args: readonly Field[], scope: Scope): void;
  /** Something the shell itself would do, outside any command's own finding. */
  charge(charge: Charge, subject: readonly string[], scope: Scope): void;
}

/** Words that are about to become a process, or a call of a function or builtin. */
export interface Invocation {
  readonly fields: readonly Field[];
  readonly scope: Scope;
  /** Written in the script itself, so that its functions are found first. */
  readonly direct: boolean;
  readonly charges: Charge[];
  readonly uses: PathUse[];
  readonly stdin: string | undefined;
  readonly fed: boolean;
  readonly bindings: readonly {
    readonly name: string;
    readonly value: Field | undefined;
    readonly isArray: boolean;
  }[];
}
