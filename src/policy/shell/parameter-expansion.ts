import type { ParameterExpansionPart, Word } from "../grammar.ts";
import { judgeArithmeticText, judgeArithmeticValue, type Reader } from "./arithmetic.ts";
import { insert, plain, toSingle, type Atom } from "./atoms.ts";
import { hasGlob, literal, shown, text, unknown, type Field } from "./field.ts";
import { assigned } from "./names.ts";
import { emptiness, joined, listValues, parameterValue } from "./parameter.ts";
import { cased, replaced, sliced, trimmed } from "./trim.ts";

interface Words extends Reader {
  atoms(word: Word, single: boolean): Atom[];
  charge(rule: string, category: string, reason: string): void;
}

interface Context {
  readonly quoted: boolean;
  readonly single: boolean;
}

/** `$x`, `$1`, `$@`. */
export function plainParameter(name: string, words: Words, quoted: boolean): Atom[] {
  if (name === "@" || name === "*") return listAtoms(name, name, words, quoted);
  return insert(parameterValue(name, words.scope, words.trial), quoted);
}

function listAtoms(name: string, how: string, words: Words, quoted: boolean): Atom[] {
  const values = listValues(name, words.scope);
  if (values === undefined) return [{ kind: "unknown", shape: "any", splits: true, origin: "script" }];
  if (how === "*" && quoted) return [...insert(joined(values), true), plain("")];
  return values.flatMap((value, at) => [
    ...(at === 0 ? [] : [{ kind: "break" } as const]),
    ...insert(value, quoted),
    ...(quoted ? [plain("")] : []),
  ]);
}

/** `${x…}` in all its forms. Every word inside is expanded, whether or not its value is used. */
export function parameterAtoms(part: ParameterExpansionPart, words: Words, context: Context): Atom[] {
  const { operation, parameter: name } = part;
  const index = part.index?.value;
  const isList = index === "@" || index === "*" || name === "@" || name === "*";
  if (part.index && !isList) judgeArithmeticValue(words.single(part.index), words);
  if (part.prefix === "#") return insert(lengthOf(part, words), context.quoted);
  if (part.prefix === "!") return indirect(part, words, context);
  if (operation === undefined && isList) return listAtoms(name, index ?? name, words, context.quoted);

  const value = isList ? listField(name, words) : elementOrValue(part, words);
  const apply = (result: Field) => insert(result, context.quoted);
  switch (operation?.type) {
    case undefined:
      return apply(value);
    case "Default":
      return withDefault(part, operation, { value, words, context });
    case "Remove": {
      const pattern = shownPattern(words, operation.operand);
      const known = literal(value);
      const result =
        known === undefined || pattern === undefined
          ? undefined
          : trimmed(known, operation.operator, pattern);
      return apply(result === undefined ? changed(value) : text(result));
    }
    case "Replace": {
      const pattern = literal(toSingle(words.atoms(operation.pattern, true)));
      const by = literal(toSingle(words.atoms(operation.replacement, true)));
      const known = literal(value);
      const result =
        known === undefined || pattern === undefined || by === undefined
          ? undefined
          : replaced(known, operation.operator, { pattern, by });
      return apply(result === undefined ? changed(value) : text(result));
    }
    case "Slice": {
      const offset = words.single(operation.offset);
      const length = operation.length ? words.single(operation.length) : undefined;
      judgeArithmeticValue(offset, words);
      if (length) judgeArithmeticValue(length, words);
      const known = literal(value);
      const from = literal(offset);
      const size = length === undefined ? undefined : literal(length);
      if (known === undefined || from === undefined || (length !== undefined && size === undefined))
        return apply(changed(value));
      const result = sliced(known, from, size);
      return apply(result === undefined ? unknown() : text(result));
    }
    case "CaseModification": {
      if (operation.operand) words.atoms(operation.operand, true);
      const known = literal(value);
      return apply(
        known === undefined || operation.operand ? changed(value) : text(cased(known, operation.operator)),
      );
    }
    case "Transform":
      words.atoms(operation.operand, true);
      if (operation.operand.value === "P" || !/^[A-Za-z]$/.test(operation.operand.value)) {
        words.charge("prompt-expansion", "hidden execution", "${x@P} runs the commands inside a value");
      }
      return apply(unknown());
    case "Names":
      return apply(unknown());
    case "Unknown":
    default:
      words.charge("unknown-expansion", "syntax", "an expansion this judge does not know");
      return apply(unknown());
  }
}

function lengthOf(part: ParameterExpansionPart, words: Words): Field {
  const known = part.index ? undefined : literal(parameterValue(part.parameter, words.scope, words.trial));
  return known === undefined ? unknown("integer") : text(String(Array.from(known).length));
}

function shownPattern(words: Words, operand: Word): string | undefined {
  const atoms = words.atoms(operand, false);
  if (atoms.some((atom) => atom.kind === "unknown" || atom.kind === "break")) return undefined;
  const quotedSpecial = atoms.some((atom) => atom.kind === "text" && /[*?[\]]/.test(atom.text));
  return quotedSpecial ? undefined : shown(toSingle(atoms));
}

/** A value made from another one: as hostile as its origin. */
function changed(value: Field): Field {
  const fromEnvironment = value.every((piece) => piece.kind === "unknown" && piece.origin === "environment");
  return unknown("any", fromEnvironment && value.length > 0 ? "environment" : "script");
}

function listField(name: string, words: Words): Field {
  const values = listValues(name, words.scope);
  return values === undefined || values.some(hasGlob) ? unknown() : joined(values);
}

function elementOrValue(part: ParameterExpansionPart, words: Words): Field {
  if (part.index === undefined) return parameterValue(part.parameter, words.scope, words.trial);
  const elements = words.scope.variables.get(part.parameter)?.elements;
  const at = literal(words.single(part.index));
  if (elements === undefined) {
    return unknown("any", words.scope.variables.has(part.parameter) ? "script" : "environment");
  }
  return at !== undefined && /^\d+$/.test(at) ? (elements[Number(at)] ?? []) : unknown();
}

function indirect(part: ParameterExpansionPart, words: Words, context: Context): Atom[] {
  const { operation } = part;
  const keys = part.index !== undefined && /^[@*]$/.test(part.index.value);
  if (operation?.type !== "Names" && !keys) {
    words.charge(
      "indirect-expansion",
      "hidden execution",
      "${!x} reads a variable whose name is only known at run time",
    );
  }
  if (operation?.type === "Default" || operation?.type === "Remove") words.atoms(operation.operand, true);
  if (operation?.type === "Transform")
    words.charge("prompt-expansion", "hidden execution", "a transformation of an indirect value");
  return [{ kind: "unknown", shape: "any", splits: true, origin: context.quoted ? "environment" : "script" }];
}

type DefaultOperation = Extract<NonNullable<ParameterExpansionPart["operation"]>, { type: "Default" }>;

function withDefault(
  part: ParameterExpansionPart,
  operation: DefaultOperation,
  use: { value: Field; words: Words; context: Context },
): Atom[] {
  const { value, words, context } = use;
  const own = insert(value, context.quoted);
  const other = words.atoms(operation.operand, context.single || context.quoted);
  const state = emptiness(value);
  const kind = operation.operator.at(-1);
  if (kind === "+") {
    if (state === "full") return other;
    return words.trial.choices.pick(part, [other, []], other);
  }
  if (kind === "?") return own;
  if (kind === "=") {
    const charge = assigned(part.parameter);
    if (charge) words.trial.charge(charge, [part.parameter], words.scope);
    if (part.index) judgeArithmeticText(part.index.value, words);
    if (state !== "full") words.scope.set(part.parameter, { values: [value, toSingle(other)] });
  }
  if (state === "full") return own;
  if (state === "empty") return other;
  return words.trial.choices.pick(part, [own, other], own);
}
