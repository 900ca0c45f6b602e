import type { FunctionNode } from "../grammar.ts";
import { sameField, unknown, type Field } from "./field.ts";

/** What a variable may hold here: every value that could have reached this point, one of them at a time. */
export interface Variable {
  readonly values: readonly Field[];
  /** Elements, when the variable is an array whose elements are known. */
  readonly elements?: readonly Field[] | undefined;
}

export interface FunctionBody {
  readonly node: FunctionNode;
  called: boolean;
}

const MOST_VALUES = 12;
const MOST_FOLDERS = 12;

/** What the shell knows at one point of a script. */
export class Scope {
  readonly variables: Map<string, Variable>;
  readonly functions: Map<string, readonly FunctionBody[]>;
  /** Folders the shell may be in; undefined when it cannot be told. */
  cwds: readonly string[] | undefined;
  /** Folders it is in if the last `cd` failed. */
  cwdsOnFailure: readonly string[] | undefined = [];
  previous: readonly string[] | undefined;
  positional: readonly Field[] | undefined;

  constructor(cwds: readonly string[] | undefined) {
    this.variables = new Map();
    this.functions = new Map();
    this.cwds = cwds;
    this.previous = undefined;
    this.positional = undefined;
  }

  /** A copy to change freely: a subshell, or one side of a branch. */
  fork(): Scope {
    const copy = new Scope(this.cwds);
    for (const [name, variable] of this.variables) copy.variables.set(name, variable);
    for (const [name, bodies] of this.functions) copy.functions.set(name, bodies);
    copy.cwdsOnFailure = this.cwdsOnFailure;
    copy.previous = this.previous;
    copy.positional = this.positional;
    return copy;
  }

  /** Forgets what it knew and knows what another scope knows. */
  become(other: Scope): void {
    this.variables.clear();
    for (const [name, variable] of other.variables) this.variables.set(name, variable);
    this.functions.clear();
    for (const [name, bodies] of other.functions) this.functions.set(name, bodies);
    this.cwds = other.cwds;
    this.cwdsOnFailure = other.cwdsOnFailure;
    this.previous = other.previous;
    this.positional = other.positional;
  }

  set(name: string, variable: Variable): void {
    this.variables.set(name, variable);
  }

  forget(name: string): void {
    this.variables.set(name, { values: [unknown()] });
  }

  /** The end of a command list: a failed `cd` and a successful one are both possible. */
  settle(): void {
    this.cwds = union(this.cwds, this.cwdsOnFailure);
    this.cwdsOnFailure = [];
  }

  enter(folders: readonly string[] | undefined): void {
    this.cwdsOnFailure = union(this.cwds, this.cwdsOnFailure);
    this.previous = this.cwds;
    this.cwds = folders;
  }

  /** Takes in what another road to this point could have left behind; says whether anything was new. */
  merge(other: Scope): boolean {
    let changed = false;
    for (const [name, theirs] of other.variables) {
      const ours = this.variables.get(name) ?? { values: [unknown("any", "environment")] };
      const merged = mergeVariable(ours, theirs);
      if (merged === ours && this.variables.has(name)) continue;
      this.variables.set(name, merged);
      changed = true;
    }
    for (const [name, bodies] of other.functions) {
      const ours = this.functions.get(name) ?? [];
      const fresh = bodies.filter((body) => !ours.some((known) => known.node === body.node));
      if (fresh.length === 0) continue;
      this.functions.set(name, [...ours, ...fresh]);
      changed = true;
    }
    const cwds = union(this.cwds, other.cwds);
    if (cwds?.length !== this.cwds?.length) changed = true;
    this.cwds = cwds;
    this.cwdsOnFailure = union(this.cwdsOnFailure, other.cwdsOnFailure);
    this.previous = this.previous === other.previous ? this.previous : undefined;
    return changed;
  }
}

function mergeVariable(ours: Variable, theirs: Variable): Variable {
  const fresh = theirs.values.filter((value) => !ours.values.some((known) => sameField(known, value)));
  const sameElements = ours.elements === theirs.elements;
  if (fresh.length === 0 && sameElements) return ours;
  const values = [...ours.values, ...fresh];
  if (values.length > MOST_VALUES) return { values: [unknown()] };
  return { values, elements: sameElements ? ours.elements : undefined };
}

export function union(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || other === undefined) return undefined;
  const all = [...new Set([...one, ...other])];
  return all.length > MOST_FOLDERS ? undefined : all;
}
