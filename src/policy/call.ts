import { dangerous, type Charge } from "./charge.ts";
import { locate, type Operation, type PathUse } from "./paths/location.ts";
import { shown, type Field } from "./shell/field.ts";
import type { Scope } from "./shell/scope.ts";
import type { Trial } from "./trial.ts";

/** `export X=1`: the words of a declaration the shell reads as assignments. */
export interface Binding {
  readonly name: string;
  readonly value: Field | undefined;
  readonly isArray: boolean;
}

/** One program about to be started, and everything its rule may do about it. */
export class Call {
  readonly trial: Trial;
  readonly scope: Scope;
  readonly program: string;
  readonly args: readonly Field[];
  readonly bindings: readonly Binding[];
  /** Text that is known to arrive on standard input. */
  readonly stdin: string | undefined;
  /** Standard input comes from somewhere we cannot see. */
  readonly fed: boolean;
  readonly charges: Charge[];
  readonly uses: PathUse[];
  /** It runs code of its own that we cannot read: no one's trust in the program's name covers that. */
  opaque = false;
  /** The rule that knows this program. */
  rule = "unknown-program";
  /** What it starts is judged after it was written down, so that findings read from the outside in. */
  readonly #later: (() => void)[] = [];

  constructor(trial: Trial, given: Omit<CallParts, "trial">) {
    this.trial = trial;
    this.scope = given.scope;
    this.program = given.program;
    this.args = given.args;
    this.bindings = given.bindings;
    this.stdin = given.stdin;
    this.fed = given.fed;
    this.charges = given.charges;
    this.uses = given.uses;
  }

  charge(charge: Charge): void {
    this.charges.push(charge);
  }

  /** A plain reason to ask. */
  ask(rule: string, category: string, reason: string, advice?: string): void {
    this.charges.push(dangerous(rule, category, reason, advice));
  }

  /** It runs code nobody can read here. */
  code(reason: string): void {
    this.opaque = true;
    this.charges.unshift(dangerous("opaque-code", "hidden execution", reason));
  }

  /** Judges what would happen to a path. */
  touch(field: Field | undefined, operation: Operation): void {
    if (field === undefined) return;
    const { charges, uses } = locate(field, operation, this.scope.cwds, this.trial.world);
    this.charges.push(...charges);
    this.uses.push(...uses);
  }

  /** Starts another program; functions of the script are out of its reach. */
  run(argv: readonly Field[], scope: Scope = this.scope, stdin: string | undefined = this.stdin): void {
    this.#later.push(() =>
      this.trial.run({
        fields: argv,
        scope,
        direct: false,
        charges: [],
        uses: [],
        stdin,
        fed: this.fed,
        bindings: [],
      }),
    );
  }

  /** Runs shell text. */
  source(code: string, scope: Scope = this.scope): void {
    this.#later.push(() => this.trial.source(code, scope));
  }

  afterwards(): void {
    for (const act of this.#later) act();
  }

  words(): string[] {
    return [this.program, ...this.args.map(shown)];
  }
}

interface CallParts {
  readonly trial: Trial;
  readonly scope: Scope;
  readonly program: string;
  readonly args: readonly Field[];
  readonly bindings: readonly Binding[];
  readonly stdin: string | undefined;
  readonly fed: boolean;
  readonly charges: Charge[];
  readonly uses: PathUse[];
}
