import { InputNeeded, ToolError } from "../errors.ts";
import type { Redactor } from "../redact/redactor.ts";
import { plain } from "../tools/run.ts";
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
  const { output } = reply;
  const shown = output && clean(output);
  // The output once more as text: in it rows have quotes between them, where no secret that runs over two is found.
  const said = output && plain(output);
  const content = reply.content.map((part): Content => {
    if (part.type !== "text") return part;
    if (part.text === said && shown === output) return part;
    const text = shown && part.text === said ? plain(shown) : clean(part.text);
    return text === part.text ? part : { ...part, text };
  });
  return { ...reply, ...(shown && { output: shown }), content };
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
