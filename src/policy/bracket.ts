import type { Call } from "./call.ts";
import { FILE_COMPARISON, FILE_TEST } from "./conditional.ts";
import { isUnknown, literal, maySplit, type Field } from "./shell/field.ts";
import { IDENTIFIER } from "./shell/names.ts";

const BINARY = /^(=|==|!=|<|>|-(eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

/** `test` and `[`: which words are operators is decided by place, so every possible reading is taken. */
export function judgeBracket(call: Call): void {
  const args = call.args.at(-1) && literal(call.args.at(-1)) === "]" ? call.args.slice(0, -1) : call.args;
  const known = args.map((arg) => literal(arg));
  known.forEach((word, at) => {
    const next = args[at + 1];
    if (word === undefined) return;
    if (FILE_TEST.test(word) && next !== undefined && !isOperator(known[at + 1], known[at + 2]))
      call.touch(next, "read");
    if (FILE_COMPARISON.test(word)) {
      call.touch(args[at - 1], "read");
      call.touch(next, "read");
    }
    if (word === "-v" && next !== undefined) variable(next, call);
  });
  // Words that only appear at run time could be `-v` and a subscript, which runs commands.
  const tainted = args.some(
    (arg) => maySplit(arg) && arg.some((piece) => piece.kind === "unknown" && piece.origin === "script"),
  );
  const operators = known.some((word) => word !== undefined && (BINARY.test(word) || /^-\w$/.test(word)));
  if (tainted || (args.length > 1 && args.some(isUnknown) && !operators)) {
    call.ask(
      "test",
      "hidden execution",
      "words known only at run time could become operators",
      "Quote the variables.",
    );
  }
}

const isOperator = (word: string | undefined, after: string | undefined): boolean =>
  word !== undefined && BINARY.test(word) && after !== undefined;

function variable(field: Field, call: Call): void {
  const name = literal(field);
  if (name !== undefined && IDENTIFIER.test(name.replace(/\[\d+\]$/, ""))) return;
  call.ask("test", "hidden execution", "-v evaluates the subscript inside its operand");
}
