import { InputNeeded, ToolError } from "../errors.ts";
import type { Redactor } from "../redact/redactor.ts";
import type { Content, Middleware, Reply } from "../tools/tool.ts";

/** The innermost layer: what leaves a tool, as an answer or as an error, carries no secret further out. */
export function redact(redactor: Redactor): Middleware {
  return async function redact(call, next) {
    try {
      return clean(await next(call), redactor);
    } catch (error) {
      throw error instanceof InputNeeded ? error : withoutSecrets(error, redactor);
    }
  };
}

function clean(reply: Reply, redactor: Redactor): Reply {
  return {
    ...reply,
    ...(reply.output && { output: redactor.deep(reply.output) }),
    content: reply.content.map((part): Content =>
      part.type === "text" ? { ...part, text: redactor.text(part.text) } : part,
    ),
  };
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
