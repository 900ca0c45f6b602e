import type { Case, CompoundCommand, CompoundList, For, If, Select, While, Word } from "./grammar.ts";
import { judgeTest } from "./conditional.ts";
import { locate } from "./paths/location.ts";
import { judgeArithmetic } from "./shell/arithmetic.ts";
import { Expander } from "./shell/expand.ts";
import { hasGlob, isUnknown, unknown, type Field } from "./shell/field.ts";
import { assigned } from "./shell/names.ts";
import type { Scope } from "./shell/scope.ts";
import type { Trial } from "./trial.ts";

export interface Walker {
  readonly trial: Trial;
  readonly list: (list: CompoundList, scope: Scope, trial: Trial) => void;
}

const MOST_LOOP_VALUES = 12;

/** Everything that is made of other commands. False when the kind is not known. */
export function walkCompound(node: CompoundCommand, scope: Scope, walker: Walker): boolean {
  const { trial } = walker;
  const words = new Expander(trial, scope);
  switch (node.type) {
    case "BraceGroup":
      walker.list(node.body, scope, trial);
      return true;
    case "Subshell":
      walker.list(node.body, scope.fork(), trial);
      return true;
    case "If":
      walkIf(node, scope, walker);
      return true;
    case "While":
      walkWhile(node, scope, walker);
      return true;
    case "For":
    case "Select":
      walkFor(node, scope, walker);
      return true;
    case "ArithmeticFor":
      judgeArithmetic(node.initialize, words);
      repeat(scope, () => {
        judgeArithmetic(node.test, words);
        walker.list(node.body, scope, trial);
        judgeArithmetic(node.update, words);
      });
      return true;
    case "Case":
      walkCase(node, scope, walker);
      return true;
    case "TestCommand":
      trial.choices.each(scope, () => judgeTest(node.expression, words));
      return true;
    case "ArithmeticCommand":
      if (node.expression === undefined && node.body.trim() !== "") {
        words.charge("unread-arithmetic", "syntax", "arithmetic that cannot be read");
      }
      trial.choices.each(scope, () => judgeArithmetic(node.expression, words));
      return true;
    default:
      return false;
  }
}

function walkIf(node: If, scope: Scope, { trial, list }: Walker): void {
  list(node.clause, scope, trial);
  const ends: Scope[] = [];
  const branch = (body: CompoundList) => {
    const own = scope.fork();
    list(body, own, trial);
    ends.push(own);
  };
  branch(node.then);
  for (const other of node.elif) {
    list(other.clause, scope, trial);
    branch(other.then);
  }
  if (node.else) branch(node.else);
  for (const end of ends) scope.merge(end);
}

function walkWhile(node: While, scope: Scope, { trial, list }: Walker): void {
  repeat(scope, () => {
    list(node.clause, scope, trial);
    list(node.body, scope, trial);
  });
}

/** A body that may run again sees what its last run left behind; what keeps changing is unknown. */
function repeat(scope: Scope, body: () => void): void {
  for (let round = 0; round < 4; round += 1) {
    const before = scope.fork();
    body();
    const after = scope.fork();
    scope.become(before);
    if (!scope.merge(after)) return;
    if (round === 0) continue;
    for (const [name, variable] of after.variables) {
      const old = before.variables.get(name);
      if (old === variable) continue;
      const integers = variable.values.every((value) =>
        value.every((piece) =>
          piece.kind === "unknown" ? piece.shape === "integer" : /^-?\d*$/.test(piece.text),
        ),
      );
      scope.set(name, { values: [unknown(integers ? "integer" : "any")] });
    }
    if (before.cwds?.length !== after.cwds?.length) scope.cwds = undefined;
  }
}

function walkFor(node: For | Select, scope: Scope, { trial, list }: Walker): void {
  const name = node.name.value;
  const charge = assigned(name);
  if (charge) trial.charge(charge, [name], scope);
  const values: Field[] = [];
  trial.choices.each(scope, () => {
    const words = new Expander(trial, scope);
    for (const word of node.wordlist ?? []) values.push(...listed(word, words));
  });
  const positional = node.wordlist === undefined ? scope.positional : values;
  let known =
    positional === undefined || positional.length > MOST_LOOP_VALUES ? [wide(positional)] : positional;
  if (node.type === "Select") known = [unknown()];
  repeat(scope, () => {
    scope.set(name, { values: known.length > 0 ? known : [unknown("any", "environment")] });
    list(node.body, scope, trial);
  });
}

function wide(values: readonly Field[] | undefined): Field {
  const integers = values?.every((value) =>
    value.every((piece) => (piece.kind === "unknown" ? piece.shape === "integer" : /^\d+$/.test(piece.text))),
  );
  return unknown(integers === true ? "integer" : "any");
}

/** The words of a loop. A pattern lists folders, which is reading them. */
function listed(word: Word, words: Expander): Field[] {
  const fields = words.fields(word);
  for (const field of fields) {
    if (!hasGlob(field) || isUnknown(field)) continue;
    const { charges } = locate(field, "expand", words.scope.cwds, words.trial.world);
    for (const charge of charges) words.trial.charge(charge, ["for"], words.scope);
  }
  return fields;
}

function walkCase(node: Case, scope: Scope, { trial, list }: Walker): void {
  trial.choices.each(scope, () => {
    const words = new Expander(trial, scope);
    words.single(node.word);
    for (const item of node.items) for (const pattern of item.pattern) words.single(pattern);
  });
  // `;&` falls into the next body, so each body starts from every end before it too.
  for (const item of node.items) {
    const own = scope.fork();
    list(item.body, own, trial);
    scope.merge(own);
  }
}
