import { InputNeeded, ToolError } from "../errors.ts";
import { levelOf, type PipelineEvent } from "../shell/event.ts";
import type { AuditLog, AuditRecord } from "../store/audit-log.ts";
import type { Call, Middleware } from "../tools/tool.ts";
import { roomOf } from "./strictness.ts";
import { digest, summarize } from "./summary.ts";

/** One line per call, whatever happens further in. Without a log that takes lines, nothing that changes anything runs. */
export function audit(log: AuditLog, hide: (text: string) => string): Middleware {
  return async function audit(call, next) {
    if (call.tool.tier !== "readonly") log.ensureWritable();
    const started = performance.now();
    const write = (outcome: AuditRecord["outcome"], errorType?: string) => {
      const duration = Math.round((performance.now() - started) * 100) / 100;
      const args = summarize(call.tool, call.args, hide);
      return record(log, call, { outcome, error_type: errorType, duration_ms: duration, args });
    };
    try {
      const reply = await next(call);
      write(reply.isError ? "error" : "ok");
      return reply;
    } catch (error) {
      if (error instanceof InputNeeded) write("asked");
      else if (call.context.signal.aborted) write("cancelled");
      else write("error", error instanceof ToolError ? error.errorType : nameOf(error));
      throw error;
    }
  };
}

type Ending = Pick<AuditRecord, "outcome" | "error_type" | "duration_ms" | "args">;

function record(log: AuditLog, call: Call, ending: Ending): void {
  const { client } = call.context;
  log.append({
    time: new Date().toISOString(),
    tool: call.name,
    ...ending,
    client: client ? `${client.name} ${client.version}` : undefined,
    principal: call.principal,
    request_id: call.requestId,
    ...call.notes,
  });
}

/** One step of a command's way, as a line of its own between the lines of calls. */
export function eventRecord(event: PipelineEvent, call: Call | undefined): AuditRecord {
  return {
    time: new Date().toISOString(),
    tool: call?.name ?? "shell",
    outcome: "event",
    principal: call?.principal ?? "termgate",
    request_id: call?.requestId ?? "",
    level: levelOf(event),
    ...event,
    // What is typed into a pane or put into an environment may be a password; a guarded command is shown, redacted.
    command: call && roomOf(call.tool) !== "shell" ? digest(event.command) : event.command,
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "Error";
}
