import type { Call } from "./call.ts";
import type { Parsed } from "./options.ts";

/** Operands of a search program: the first is the pattern, unless an option already gave one. */
export function searchOperands(
  call: Call,
  parsed: Parsed,
  given: RegExp,
  operation: "read" | "search",
): void {
  const hasPattern =
    parsed.options.some(({ name }) => given.test(name)) ||
    parsed.unlisted.some((field) => field.some((piece) => piece.kind === "text" && given.test(piece.text)));
  for (const operand of parsed.operands.slice(hasPattern ? 0 : 1)) call.touch(operand, operation);
}
