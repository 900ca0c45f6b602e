import { InputNeeded, ToolError } from "../errors.ts";
import type { Redactor } from "../redact/redactor.ts";
import type { Content, Middleware, Reply } from "../tools/tool.ts";
import { roomOf } from "./strictness.ts";

/** The innermost layer: what leaves a tool, as an answer or as an error, carries no secret further out. */
export function redact(redactor: Redactor): Middleware {
  return async function redact(call, next) {
    try {
      // What the other rooms give are mostly rows of a terminal.
      const text =
        roomOf(call.tool) === "shell" && call.tool.name !== "resources/read" ? redactor.text : redactor.rows;
      return clean(await next(call), (value) => redactor.deep(value, text));
    } catch (error) {
      throw error instanceof InputNeeded ? error : withoutSecrets(error, redactor);
    }
  };
}

type Clean = <T>(value: T) => T;

function clean(reply: Reply, clean: Clean): Reply {
  const { output, beside, content } = reply;
  return {
    ...reply,
    ...(beside && { beside: cleanPart(beside, clean) }),
    ...(output && { output: clean(output) }),
    ...(content && { content: content.map((part) => cleanPart(part, clean)) }),
  };
}

function cleanPart(part: Content, clean: Clean): Content {
  return part.type === "text" ? { ...part, text: clean(part.text) } : part;
}

function withoutSecrets(error: unknown, redactor: Redactor): unknown {
  if (error instanceof ToolError) {
    return new ToolError(error.errorType, redactor.text(error.message), {
      suggestion: error.suggestion && redactor.text(error.suggestion),
      expected: error.expected,
      transient: error.transient,
    });
  }
  if (!(error instanceof Error)) return typeof error === "string" ? redactor.text(error) : error;
  // A bug keeps its name and its trace; both are written to the log.
  error.message = redactor.text(error.message);
  if (error.stack !== undefined) error.stack = redactor.text(error.stack);
  return error;
}
