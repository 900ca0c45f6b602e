import { dangerous } from "../charge.ts";
import { parseScript, type ArithmeticExpression, type Word } from "../grammar.ts";
import type { Trial } from "../trial.ts";
import { literal, unknown, type Field } from "./field.ts";
import { outputShape } from "./output.ts";
import { assigned, IDENTIFIER } from "./names.ts";
import type { Scope } from "./scope.ts";

const NUMBER = /^[+-]?(\d+|0[xX][0-9a-fA-F]+|\d+#[0-9A-Za-z@_]+)$/;
const MOST_DEPTH = 6;

/** What arithmetic needs from the words around it. */
export interface Reader {
  readonly trial: Trial;
  readonly scope: Scope;
  /** The value of a word without splitting. */
  single(word: Word): Field;
}

/**
 * Arithmetic evaluates names again and again, and a value such as `a[$(id)]` runs a command. So every name
 * must hold an integer, or come from the environment untouched.
 */
export function judgeArithmetic(
  expression: ArithmeticExpression | undefined,
  reader: Reader,
  depth = 0,
): void {
  if (expression === undefined) return;
  reader.trial.docket.spend();
  switch (expression.type) {
    case "ArithmeticBinary":
      judgeArithmetic(expression.right, reader, depth);
      if (/^([+\-*/%&|^]|<<|>>|\*\*)?=$/.test(expression.operator)) assign(expression.left, reader);
      else judgeArithmetic(expression.left, reader, depth);
      return;
    case "ArithmeticUnary":
      judgeArithmetic(expression.operand, reader, depth);
      if (expression.operator === "++" || expression.operator === "--") assign(expression.operand, reader);
      return;
    case "ArithmeticTernary":
      judgeArithmetic(expression.test, reader, depth);
      judgeArithmetic(expression.consequent, reader, depth);
      judgeArithmetic(expression.alternate, reader, depth);
      return;
    case "ArithmeticGroup":
      judgeArithmetic(expression.expression, reader, depth);
      return;
    case "ArithmeticCommandExpansion":
      if (expression.script) reader.trial.inner(expression.script, reader.scope.fork());
      if (expression.script && outputShape(expression.script, reader.scope) === "integer") return;
      hidden(reader, "the output of a command is evaluated as arithmetic");
      return;
    case "ArithmeticWord": {
      const word = { type: "Word", text: expression.value, value: expression.value, pos: 0, end: 0 } as const;
      if (expression.parts === undefined) judgeArithmeticText(expression.value, reader, depth);
      else judgeArithmeticValue(reader.single({ ...word, parts: expression.parts }), reader, depth);
      return;
    }
    default:
      hidden(reader, "an arithmetic expression of an unknown kind");
  }
}

function assign(target: ArithmeticExpression, reader: Reader): void {
  const name = target.type === "ArithmeticWord" ? target.value : "";
  const [base, subscript] = splitSubscript(name);
  if (!IDENTIFIER.test(base)) {
    hidden(reader, "an assignment in arithmetic to something that is not a plain name");
    return;
  }
  if (subscript !== undefined) judgeArithmeticText(subscript, reader, 1);
  const charge = assigned(base);
  if (charge) reader.trial.charge(charge, [base], reader.scope);
  if (subscript === undefined) reader.scope.set(base, { values: [unknown("integer")] });
}

/** A word whose value the shell evaluates as arithmetic. */
export function judgeArithmeticValue(value: Field, reader: Reader, depth = 0): void {
  const known = literal(value);
  if (known !== undefined) {
    judgeArithmeticText(known, reader, depth);
    return;
  }
  const hostile = value.some(
    (piece) =>
      piece.kind === "glob" ||
      (piece.kind === "unknown" && piece.shape === "any" && piece.origin === "script"),
  );
  if (hostile) hidden(reader, "a value from the script is evaluated as arithmetic");
  for (const piece of value) {
    if (piece.kind === "text" && !/^[\w\s+\-*/%()<>=!&|?:,.#]*$/.test(piece.text)) {
      hidden(reader, "text that is not a number is evaluated as arithmetic");
    }
  }
}

export function judgeArithmeticText(source: string, reader: Reader, depth = 0): void {
  const text = source.trim();
  if (text === "" || NUMBER.test(text)) return;
  const [name, subscript] = splitSubscript(text);
  if (IDENTIFIER.test(name)) {
    judgeName(name, reader, depth);
    if (subscript !== undefined && subscript !== "@" && subscript !== "*") {
      judgeArithmeticText(subscript, reader, depth + 1);
    }
    return;
  }
  if (depth >= MOST_DEPTH) {
    hidden(reader, "arithmetic nested too deeply to follow");
    return;
  }
  const script = parseScript(`((${text}))`);
  const command = script.commands[0]?.command;
  if (script.errors?.length || script.commands.length !== 1 || command?.type !== "ArithmeticCommand") {
    hidden(reader, "arithmetic that cannot be read");
    return;
  }
  judgeArithmetic(command.expression, reader, depth + 1);
}

function judgeName(name: string, reader: Reader, depth: number): void {
  const variable = reader.scope.variables.get(name);
  if (variable === undefined) return;
  const all = [...variable.values, ...(variable.elements ?? [])];
  for (const value of all) {
    const known = literal(value);
    if (known !== undefined && (known === "" || NUMBER.test(known))) continue;
    if (known !== undefined && IDENTIFIER.test(known) && depth < MOST_DEPTH)
      judgeArithmeticText(known, reader, depth + 1);
    else if (
      !value.every(
        (piece) => piece.kind === "unknown" && (piece.shape === "integer" || piece.origin === "environment"),
      )
    ) {
      hidden(reader, `${name} is evaluated as arithmetic and may hold more than a number`);
      return;
    }
  }
}

function splitSubscript(text: string): [string, string | undefined] {
  const open = text.indexOf("[");
  if (open < 0 || !text.endsWith("]")) return [text, undefined];
  return [text.slice(0, open), text.slice(open + 1, -1)];
}

function hidden(reader: Reader, reason: string): void {
  const charge = dangerous("arithmetic-execution", "hidden execution", reason, "Use literal numbers.");
  reader.trial.charge(charge, ["(( ))"], reader.scope);
}
