import { RE2JS } from "re2js";
import { ToolError } from "../errors.ts";

/** The name this failure has in the server we stand in for. */
export const BAD_PATTERN = "error";

/** Says whether a line holds what was asked for, in time that grows with the line and nothing else. */
export type Matches = (line: string) => boolean;

export interface PatternOptions {
  readonly regex?: boolean | undefined;
  readonly matchCase?: boolean | undefined;
}

export function matcher(pattern: string, { regex = false, matchCase = false }: PatternOptions): Matches {
  if (pattern === "") {
    throw new ToolError("ExpectedToolError", "A pattern is empty.", {
      suggestion: "Give the text to look for.",
    });
  }
  if (!regex && matchCase) return (line) => line.includes(pattern);
  if (!regex) return folded(pattern);
  const compiled = compile(pattern, matchCase);
  // Blanks at the end of a row, which nobody sees, count for a pattern that asks for them and are in no other's way.
  return (line) => compiled.test(line) || (line.endsWith(" ") && compiled.test(line.trimEnd()));
}

/** Case is folded per line: a search over much text sees mostly lines that do not match. */
function folded(pattern: string): Matches {
  const wanted = pattern.toLowerCase();
  return (line) => line.toLowerCase().includes(wanted);
}

function compile(pattern: string, matchCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, matchCase ? 0 : RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/: `[^]*`$/, "") : "it cannot be read";
    throw new ToolError(BAD_PATTERN, `A pattern is not a regular expression termgate can run: ${why}.`, {
      suggestion:
        "Use RE2 syntax: no lookaround and no backreferences. Or leave `regex` off to look for the text itself.",
    });
  }
}
