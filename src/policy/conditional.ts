import type { TestExpression, Word } from "./grammar.ts";
import { locate } from "./paths/location.ts";
import { judgeArithmeticText, judgeArithmeticValue } from "./shell/arithmetic.ts";
import type { Expander } from "./shell/expand.ts";
import { literal, shown } from "./shell/field.ts";
import { IDENTIFIER } from "./shell/names.ts";

export const FILE_TEST = /^-[abcdefghkprsuwxGLNOS]$/;
export const FILE_COMPARISON = /^-(nt|ot|ef)$/;
const NUMERIC = /^-(eq|ne|lt|le|gt|ge)$/;

/** `[[ … ]]`: file operators look at files, numeric ones evaluate their operands. */
export function judgeTest(test: TestExpression, words: Expander): void {
  words.trial.docket.spend();
  switch (test.type) {
    case "TestUnary":
      unary(test.operator, test.operand, words);
      return;
    case "TestBinary":
      binary(test, words);
      return;
    case "TestLogical":
      for (const operand of test.operands) judgeTest(operand, words);
      return;
    case "TestNot":
      judgeTest(test.operand, words);
      return;
    case "TestGroup":
      judgeTest(test.expression, words);
      return;
    default:
      words.charge("unknown-syntax", "syntax", "a test this judge does not know");
  }
}

function unary(operator: string, operand: Word, words: Expander): void {
  const value = words.single(operand);
  if (FILE_TEST.test(operator)) look(operand, words);
  else if (operator === "-v" || operator === "-R") {
    const name = literal(value);
    if (name === undefined || !IDENTIFIER.test(name.replace(/\[\d+\]$/, ""))) {
      words.charge(
        "variable-test",
        "hidden execution",
        `${operator} evaluates the subscript inside ${shown(value)}`,
      );
    }
  } else if (operator === "-t") judgeArithmeticValue(value, words);
}

function binary(test: Extract<TestExpression, { type: "TestBinary" }>, words: Expander): void {
  const left = words.single(test.left);
  const right = words.single(test.right);
  if (NUMERIC.test(test.operator)) {
    for (const value of [left, right]) {
      const known = literal(value);
      if (known === undefined) judgeArithmeticValue(value, words);
      else judgeArithmeticText(known, words);
    }
  }
  if (FILE_COMPARISON.test(test.operator)) {
    look(test.left, words);
    look(test.right, words);
  }
}

function look(operand: Word, words: Expander): void {
  const { charges } = locate(words.single(operand), "read", words.scope.cwds, words.trial.world);
  for (const charge of charges) words.trial.charge(charge, ["[["], words.scope);
}
