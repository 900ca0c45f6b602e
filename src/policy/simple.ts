import { strongest, type Charge } from "./charge.ts";
import type { Assignment, Command } from "./grammar.ts";
import type { PathUse } from "./paths/location.ts";
import { judgeRedirects } from "./redirects.ts";
import { judgeArithmeticText, judgeArithmeticValue } from "./shell/arithmetic.ts";
import { Expander } from "./shell/expand.ts";
import { join, literal, text, unknown, type Field } from "./shell/field.ts";
import { assigned, exported } from "./shell/names.ts";
import type { Scope } from "./shell/scope.ts";
import type { Trial } from "./trial.ts";

interface Assigned {
  readonly name: string;
  readonly value: Field;
  readonly elements: readonly Field[] | undefined;
}

/** Input that is known, or known to exist, because of a pipe. */
export interface Piped {
  readonly stdin: string | undefined;
  readonly fed: boolean;
}

/** A simple command: assignments, words and redirections in the order the shell takes them. */
export function walkSimple(node: Command, scope: Scope, trial: Trial, piped: Piped): void {
  trial.visited.add(node);
  trial.docket.spend();
  trial.choices.each(scope, () => {
    const words = new Expander(trial, scope);
    const prefix = node.prefix.filter((part) => part.type === "Assignment");
    const fields = node.name === undefined ? [] : words.fields(node.name);
    const bindings: { name: string; value: Field | undefined; isArray: boolean }[] = [];
    for (const arg of node.args) {
      if (arg.type === "Word") {
        fields.push(...words.fields(arg));
        continue;
      }
      const { name, value, elements } = valueOf(arg, words);
      bindings.push({ name, value, isArray: elements !== undefined });
      fields.push(join(text(`${name}=`), elements ? unknown() : value));
      if (elements !== undefined) scope.set(name, { values: [elements[0] ?? []], elements });
    }
    const redirected = judgeRedirects(node.redirects, words);
    const charges: Charge[] = [...redirected.charges];
    const uses: PathUse[] = [...redirected.uses];
    const values = prefix.map((assignment) => valueOf(assignment, words, scope));

    if (fields.length === 0) {
      bare(values, { scope, trial, charges, uses });
      return;
    }
    const program = literal(fields[0]);
    for (const { name, value } of values) {
      const charge = exported(name, literal(value), program);
      if (charge) charges.push(charge);
    }
    trial.run({
      fields,
      scope,
      direct: true,
      charges,
      uses,
      stdin: redirected.fed ? redirected.stdin : piped.stdin,
      fed: redirected.fed || piped.fed,
      bindings,
    });
  });
}

interface Bare {
  readonly scope: Scope;
  readonly trial: Trial;
  readonly charges: Charge[];
  readonly uses: readonly PathUse[];
}

/** Assignments and redirections without a program stay with the shell. */
function bare(values: readonly Assigned[], { scope, trial, charges, uses }: Bare): void {
  for (const { name, value, elements } of values) {
    const charge = assigned(name);
    if (charge) charges.push(charge);
    scope.set(name, { values: [value], elements });
  }
  if (values.length > 0 && charges.length === 0 && uses.length === 0) return;
  trial.docket.record(
    { argv: [], rule: strongest(charges)?.rule ?? "redirection", cwd: scope.cwds?.[0], paths: uses },
    charges,
  );
}

function valueOf(assignment: Assignment, words: Expander, scope: Scope = words.scope): Assigned {
  const { name, value, index, append } = assignment;
  if (index !== undefined) {
    judgeArithmeticValue(words.single(index), words);
    if (value.type === "Word") words.single(value);
    return { name, value: unknown(), elements: undefined };
  }
  if (value.type === "ArrayValue") {
    const elements = value.elements.flatMap((element) => {
      if (element.text.startsWith("[") && element.text.includes("]=")) {
        const subscript = element.text.slice(1, element.text.indexOf("]="));
        if (/^[A-Za-z_]\w*$/.test(subscript)) judgeArithmeticText(subscript, words);
        else if (!/^\d+$/.test(subscript)) {
          words.charge("array-subscript", "hidden execution", "an array subscript that is not a number");
        }
        words.single(element);
        return [unknown()];
      }
      return words.fields(element);
    });
    const known = append === true ? undefined : elements;
    return { name, value: elements[0] ?? [], elements: known ?? [unknown()] };
  }
  const own = words.single(value);
  if (append !== true) return { name, value: own, elements: undefined };
  const before = scope.variables.get(name);
  const only = before?.values.length === 1 ? before.values[0] : undefined;
  return { name, value: only === undefined ? unknown() : join(only, own), elements: undefined };
}
