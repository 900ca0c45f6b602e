import { noRoom, ProtocolFault, ToolError } from "../errors.ts";
import type { Middleware, Reply } from "../tools/tool.ts";

/** Called with every failure that is not the caller's to mend. */
type Report = (message: string, error: unknown) => void;

/**
 * Turn what a call threw into a result the model can read. It stands outside audit, retry and tier because those three
 * tell failures apart by catching them.
 */
export function errors(report: Report): Middleware {
  return async function errors(call, next) {
    try {
      return await next(call);
    } catch (thrown) {
      // A cancelled call gets no answer at all, and a protocol fault is answered by the protocol.
      if (thrown instanceof ProtocolFault || call.context.signal.aborted) throw thrown;
      const error = noRoom(thrown) ?? thrown;
      if (error instanceof ToolError) {
        if (!error.expected) report(`${call.name} failed: ${error.errorType}`, error);
        return failure(error);
      }
      const name = error instanceof Error ? error.name : "Error";
      report(`${call.name} failed unexpectedly: ${name}`, error);
      return failure(
        new ToolError(
          name,
          `Unexpected ${name} in ${call.tool.name}. This is a fault of termgate, not of the call.`,
          {
            expected: false,
          },
        ),
      );
    }
  };
}

/** Without structuredContent: clients check that field against the output schema even when isError is set. */
function failure(error: ToolError): Reply {
  const { message, suggestion, errorType, expected } = error;
  return {
    isError: true,
    content: [{ type: "text", text: suggestion ? `${message}\n${suggestion}` : message }],
    meta: { error_type: errorType, expected, ...(suggestion && { suggestion }) },
  };
}
